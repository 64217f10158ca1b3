// Which page this is: the lobby, or a table (/t/TABLE, with seat and secret behind the #).
import { make } from "./dom.js";
import { loadCoast } from "./coast.js";

const page = document.getElementById("page"), theme = localStorage.getItem("theme");
if (theme) document.documentElement.dataset.theme = theme;

async function begin() {
  const at = location.pathname.match(/^\/t\/([a-z0-9]+)$/);
  await loadCoast().catch(() => {}); // maps are drawn without it
  if (at) await (await import("./table.js")).table(page, at[1]);
  else await (await import("./lobby.js")).lobby(page);
}

begin().catch(problem => {
  page.replaceChildren(make("main", { class: "alone" }, make("h1", {}, "That did not work"), make("p", {}, problem.message),
    make("p", {}, make("a", { href: "/" }, "To the lobby"))));
});
