"""A real browser: Debian's Chromium through its driver. One Chromium has several windows, one for each person who sits at a
table in it. Clicks are clicks of a mouse or a finger, which miss what lies behind something else; keys are keys.
"""
import tempfile

from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput

from running import Failure

DESKTOP, PHONE = (1280, 800), (390, 844)
# Several windows are used by turns: those behind are as awake as the one in front.
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars",
         "--force-device-scale-factor=1", "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
         "--disable-backgrounding-occluded-windows")
SECONDS = 60  # that anything on the page may take

# Asks again every few milliseconds, in the page, until the answer is true.
UNTIL = """
const [wanted, most, ...rest] = [...arguments].slice(0, -1), done = arguments[arguments.length - 1];
const end = performance.now() + most * 1000, ask = new Function(wanted);
(function again() {
  const answer = ask(...rest);
  if (answer || performance.now() > end) done(answer || null); else setTimeout(again, 8);
})();
"""


class Chromium:
    """A browser with a profile of its own, and no window that anybody uses yet."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory()
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        for flag in (*FLAGS, f"--user-data-dir={self.profile.name}"):
            options.add_argument(flag)
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(SECONDS * 2)
        self.front = None

    def window(self, size=DESKTOP, **media):
        self.driver.switch_to.new_window("window")
        return Window(self, self.driver.current_window_handle, size, media)

    def complaints(self):
        """What the browser wrote into its console since it was asked last: errors of scripts, refused resources."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def close(self):
        try:
            self.driver.quit()
        except WebDriverException:
            pass
        self.profile.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Window:
    """A window; `media` are features as style sheets ask for them: prefers_color_scheme="dark"."""

    def __init__(self, chromium, handle, size, media):
        self.chromium, self.handle = chromium, handle
        self.size = size
        self.tell("Emulation.setFocusEmulationEnabled", enabled=True)
        self.resize(size)
        self.look_with(**media)

    @property
    def driver(self):
        """The driver, with this window in front."""
        if self.chromium.front != self.handle:
            self.chromium.driver.switch_to.window(self.handle)
            self.chromium.front = self.handle
        return self.chromium.driver

    @property
    def is_phone(self):
        return self.size[0] < 600

    def tell(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def resize(self, size):
        """The size of the page itself, whatever the window around it has; a phone is touched."""
        self.size = size
        self.tell("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=self.is_phone)
        self.tell("Emulation.setTouchEmulationEnabled", enabled=self.is_phone)

    def look_with(self, **media):
        self.tell("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in media.items()])

    def open(self, address):
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, script, *arguments, seconds=SECONDS):
        """What a script gives once it is true, or None after so many seconds."""
        return self.driver.execute_async_script(UNTIL, script, seconds, *arguments)

    def wait(self, script, what, *arguments):
        """Waits until a script gives something that is true, and returns it."""
        try:
            result = self.until(script, *arguments)
        except TimeoutException:
            result = None
        if not result:
            raise Failure(f"waited {SECONDS} s for {what}; the page says: {self.text()[:300]!r}")
        return result

    def next_frame(self):
        """Waits until what has changed is drawn."""
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def text(self):
        return self.run("return document.body.innerText").replace("\n", " | ")

    def find(self, selector):
        return self.driver.find_elements("css selector", selector)

    def keys(self, *keys):
        """Keys for whatever has the focus, as a keyboard sends them."""
        webdriver.ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def click_at(self, x, y):
        """A click at a point of the page: of the mouse or, on a phone, of a finger."""
        pointer = PointerInput("touch", "finger") if self.is_phone else PointerInput("mouse", "mouse")
        actions = ActionBuilder(self.driver, mouse=pointer, duration=0)
        actions.pointer_action.move_to_location(int(x), int(y)).pointer_down().pointer_up()
        actions.perform()

    def picture(self, file):
        self.driver.save_screenshot(file)
