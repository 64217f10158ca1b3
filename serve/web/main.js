// Which page this is: the lobby, or a table (/t/TABLE, with seat and secret behind the #).
import { lobby } from "./lobby.js";
import { table } from "./table.js";
import { make } from "./dom.js";

const page = document.getElementById("page");
const at = location.pathname.match(/^\/t\/([a-z0-9]+)$/);
(at ? table(page, at[1]) : lobby(page)).catch(problem => {
  page.replaceChildren(make("main", { class: "alone" }, make("h1", {}, "That did not work"), make("p", {}, problem.message),
    make("p", {}, make("a", { href: "/" }, "To the lobby"))));
});
