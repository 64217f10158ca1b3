// Talking to the server: questions, wishes, and the stream of what happens at a table.

async function answer(response) {
  const text = await response.text();
  const data = text ? JSON.parse(text) : {};
  if (!response.ok) throw Object.assign(new Error(data.why ?? response.statusText), { status: response.status });
  return data;
}

export const ask = async path => answer(await fetch(path));

export const post = async (path, body) => answer(await fetch(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
}));

const SOON = 250, LATE = 8000; // milliseconds until a lost stream is opened again: twice as many each time

/** Calls `told` with each state of the table, and `linked` with whether the connection holds. A lost stream is opened anew here,
 * since browsers wait long, and give up when a proxy answers whose server is away. Gives what ends it. */
export function listen(path, told, linked) {
  let wait = SOON, timer, stream;
  const open = () => {
    timer = undefined;
    stream = new EventSource(path);
    stream.onmessage = event => told(JSON.parse(event.data));
    stream.onopen = () => { wait = SOON; linked(true); };
    stream.onerror = () => {
      stream.close();
      linked(false);
      timer = setTimeout(open, wait);
      wait = Math.min(2 * wait, LATE);
    };
  };
  const again = () => { if (timer) { clearTimeout(timer); wait = SOON; open(); } };
  addEventListener("online", again);
  open();
  return () => { removeEventListener("online", again); clearTimeout(timer); stream.close(); };
}
