// The coastline behind maps of the Earth: asked for once, and the small world on cards.
import { draw } from "./dom.js";

let rings = [];
export const hasCoast = () => rings.length > 0;

export async function loadCoast() {
  const { rings: packed } = await (await fetch("/coastline.json")).json();
  rings = packed.map(ring => { // differences in tenths of a degree
    let lon = 0, lat = 0;
    const points = [];
    for (let i = 0; i < ring.length; i += 2) {
      lon += ring[i];
      lat += ring[i + 1];
      points.push([lon / 10, lat / 10]);
    }
    return points;
  });
  document.body.prepend(draw("svg", { width: 0, height: 0, class: "out", "aria-hidden": "true" }, draw("symbol", { id: "world", viewBox: "0 0 100 84" },
    draw("path", { d: landPath((lon, lat) => [(lon + 180) / 3.6, (78 - lat) / 1.85], 9) }))));
}

/** The outlines of all land; islands of fewer points than `least` are left out. */
export function landPath(project, least = 0) {
  return rings.filter(ring => ring.length >= least).map(ring => `${ring.map(([lon, lat], i) => {
    const [x, y] = project(lon, lat);
    return `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
  }).join("")}z`).join("");
}
