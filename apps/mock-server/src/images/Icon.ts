import { createHash } from "node:crypto"

/** White shapes on a 64 by 64 ground. */
const shapes = [
  // Orbit
  '<circle cx="32" cy="32" r="15" fill="none" stroke="#fff" stroke-width="5"/><circle cx="44" cy="21" r="6" fill="#fff"/>',
  // Peaks
  '<path d="M8 48 26 20 44 48z" fill="#fff"/><path d="M28 48 42 28 56 48z" fill="#fff" opacity=".6"/>',
  // Waves
  '<g fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"><path d="M13 27q9.5-9 19 0t19 0"/><path d="M13 40q9.5-9 19 0t19 0" opacity=".6"/></g>',
  // Bolt
  '<path d="M36 10 17 36h12l-3 18 20-27H34z" fill="#fff"/>',
  // Leaf
  '<path d="M17 47C13 26 26 15 49 15c1 23-10 36-32 32z" fill="#fff"/><path d="M15 51 36 29" stroke="#fff" stroke-width="4" opacity=".6"/>',
  // Hexagon
  '<path d="M32 12 49 22v20L32 52 15 42V22z" fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round"/><circle cx="32" cy="32" r="6" fill="#fff"/>',
  // Layers
  '<path d="M32 13 53 25 32 37 11 25z" fill="#fff"/><path d="m11 37 21 12 21-12" fill="none" stroke="#fff" stroke-width="5" opacity=".6"/>',
  // Moon
  '<path d="M42 45A18 18 0 1 1 33 14a15 15 0 0 0 9 31z" fill="#fff"/><circle cx="46" cy="22" r="4" fill="#fff" opacity=".7"/>',
  // Spark
  '<path d="M32 10q4 18 22 22-18 4-22 22-4-18-22-22 18-4 22-22z" fill="#fff"/>',
  // Pair
  '<circle cx="40" cy="32" r="14" fill="#fff" opacity=".55"/><circle cx="25" cy="32" r="14" fill="#fff"/>',
  // Fan
  '<path d="M16 48V16a32 32 0 0 1 32 32z" fill="#fff" opacity=".55"/><path d="M16 48V30a18 18 0 0 1 18 18z" fill="#fff"/>',
  // Keyhole
  '<path d="M32 13a11 11 0 0 1 6 20l4 17H22l4-17a11 11 0 0 1 6-20z" fill="#fff"/>',
  // Chevrons
  '<g fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"><path d="m18 20 14 12 14-12"/><path d="m18 34 14 12 14-12" opacity=".6"/></g>',
  // Petals
  '<g fill="#fff"><circle cx="32" cy="21" r="9"/><circle cx="32" cy="43" r="9"/><g opacity=".65"><circle cx="21" cy="32" r="9"/><circle cx="43" cy="32" r="9"/></g></g>',
  // Steps
  '<g fill="#fff"><rect x="14" y="35" width="9" height="14" rx="3" opacity=".5"/><rect x="27.5" y="25" width="9" height="24" rx="3" opacity=".75"/><rect x="41" y="15" width="9" height="34" rx="3"/></g>',
  // Shield
  '<path d="M32 11 50 18v13c0 12-8 19-18 23-10-4-18-11-18-23V18z" fill="#fff"/>',
] as const

const makeSvg = (id: string, mark: string): string => {
  const [a = 0, b = 0] = createHash("sha256").update(id).digest()
  const hue = Math.round((a * 360) / 256)
  // Excludes yellow-green, where a mix turns muddy.
  const turn = (hue < 100 ? -1 : 1) * (25 + (b % 50))
  const next = (hue + turn + 360) % 360
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
    '<linearGradient id="g" x2="1" y2="1">' +
    `<stop stop-color="hsl(${hue} 78% 60%)"/><stop offset="1" stop-color="hsl(${next} 72% 38%)"/>` +
    `</linearGradient><rect width="64" height="64" rx="14" fill="url(#g)"/>${mark}</svg>`
  )
}

/** Makes a fictional icon as SVG: the same for the same id, under 600 bytes, full-bleed with round corners. */
export const makeShapeIcon = (id: string): string => {
  const [, , c = 0] = createHash("sha256").update(id).digest()
  return makeSvg(id, shapes[c % shapes.length] ?? "")
}

/** Makes an icon with one letter. `letter` goes into the markup: it must not come from a request. */
export const makeLetterIcon = (id: string, letter: string): string =>
  makeSvg(
    id,
    '<text x="32" y="44" text-anchor="middle" font-family="system-ui,sans-serif" font-size="34" ' +
      `font-weight="600" fill="#fff">${letter}</text>`,
  )
