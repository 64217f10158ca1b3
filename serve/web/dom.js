// Making elements. Texts go in as text, never as markup.

/** An element: `make("button", { class: "go", onclick }, "Go")`. Children are elements, texts, or nothing. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** A name of the rules as people write it. */
export const words = name => name.replaceAll("_", " ");

/** Says something in the line that screen readers announce; goes away by itself. */
export function notice(text) {
  const line = document.getElementById("notice");
  line.textContent = text;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => { line.textContent = ""; }, 6000);
}
