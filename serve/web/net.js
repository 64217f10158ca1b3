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

/** Calls `told` with each state of the table, and `linked` with whether the connection holds. Gives a function that ends it. */
export function listen(path, told, linked) {
  const stream = new EventSource(path);
  stream.onmessage = event => told(JSON.parse(event.data));
  stream.onopen = () => linked(true);
  stream.onerror = () => linked(false);
  return () => stream.close();
}
