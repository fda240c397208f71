import { strokes } from "./Icon.tsx"

/** Icons of every view but the first. They arrive with the looks of those views. */
export const lateStrokes = {
  down: "M6.5 9.5l5.5 5.5 5.5-5.5",
  flip: "M8 5v13.5m0 0-3.5-3.5m3.5 3.5 3.5-3.5M16 19V5.5m0 0-3.5 3.5m3.5-3.5 3.5 3.5",
  arrow: "M5 12h13.5m-5.5-5.5 5.5 5.5-5.5 5.5",
  person: "M12 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Zm-7 15c.5-3.5 3.3-5 7-5s6.5 1.5 7 5",
  settings:
    "M4.5 8.5h7m6 0h2M4.5 15.5h2m6 0h7M14.5 6a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Zm-5 7a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  up: "M12 19V5.5m-5.5 5.5L12 5.5l5.5 5.5",
  arrive: "M12 5v13.5m-5.5-5.5 5.5 5.5 5.5-5.5",
  plus: "M12 5.5v13m-6.5-6.5h13",
  image:
    "M6 4.5h12A1.5 1.5 0 0 1 19.5 6v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V6A1.5 1.5 0 0 1 6 4.5Zm-1 13 5-5 3 3 2.5-2.5 4 4M15 8.5v.1",
  clock: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V12l3 2",
  coin: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 4.5 3 4-3 4-3-4Z",
  pen: "M5 19h3.5L18.5 9 15 5.5 5 15.5Zm8-11.5L16.5 11",
  dot: "M12 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z",
  external:
    "M10.5 5.5H7A1.5 1.5 0 0 0 5.5 7v10A1.5 1.5 0 0 0 7 18.5h10a1.5 1.5 0 0 0 1.5-1.5v-3.5M14 5.5h4.5V10m0-4.5L12 12",
} as const

Object.assign(strokes, lateStrokes)
