// The seats of this browser: sitting down with links, and passing the screen on where several people share it.
import { post } from "./net.js";
import { make } from "./dom.js";
import { hidePop } from "./pop.js";

/** Which of our seats the table is drawn for: the one that is to choose, else the one that it was drawn for. */
export function nextOf(own, { viewer, choice, result }) {
  const asked = result || !choice ? [] : choice.waiting ?? [choice.seat];
  if (asked.includes(viewer)) return viewer;
  return own.find(({ seat }) => asked.includes(seat))?.seat ?? viewer;
}

/** Hides the table until the next person has the screen. */
export function curtain(table, name, lift) {
  hidePop();
  table.page.className = "curtain";
  document.body.dataset.turn = "curtain";
  const button = make("button", { class: "primary large", onclick: lift }, `I am ${name}`);
  table.page.replaceChildren(make("main", { class: "alone" }, make("h1", {}, `Pass the screen to ${name}`),
    make("p", {}, "What is hidden from others is shown then."), button));
  button.focus();
}

/** Sits down with the secrets behind the # (1.SECRET, or 1.SECRET,2.SECRET for two people of one browser), which then leave
 * the address bar; without any, by the cookies, or as a spectator. Gives [{seat, base}]. */
export async function sitDown(id) {
  const found = [...location.hash.matchAll(/(?<=[#,])(\d+)\.([0-9a-f]{32})(?=,|$)/g)], key = `seat ${id}`;
  const baseOf = seat => `/api/t/${id}/${seat}`, name = localStorage.getItem("name");
  for (const [i, [, seat, secret]] of found.entries()) await post(`${baseOf(seat)}/join`, name && i === 0 ? { secret, name } : { secret });
  if (found.length) {
    const seats = found.map(([, seat]) => seat).join();
    sessionStorage.setItem(key, seats);
    localStorage.setItem(key, seats);
    history.replaceState(null, "", location.pathname);
  }
  const kept = sessionStorage.getItem(key) ?? localStorage.getItem(key);
  return (kept?.split(",") ?? ["watch"]).map(seat => ({ seat: Number(seat) - 1, base: baseOf(seat) }));
}
