import { type Floor, findNewer, listCompat } from "./compat.ts"

/** A member of a global: of the object itself, or of what it makes. */
export type Member = readonly [owner: string, member: string, kind: "static" | "own"]

/** Interfaces of which a page uses members that came after the floor. Others have none that matters. */
const interfaces =
  "AbortSignal Document Element HTMLElement HTMLInputElement ReadableStream Request Response URL"

/**
 * Lists what a browser of the floor lacks, to remove it from a newer one: members of the language's objects and of the
 * usual interfaces, and whole objects (`["Temporal", "", "static"]`).
 */
export const listRemovable = (floor: Floor): readonly Member[] => {
  const builtins = listCompat("javascript", "builtins").flatMap(([owner, compat]): Member[] => [
    ...(findNewer(compat, floor).length > 0 ? ([[owner, "", "static"]] as const) : []),
    ...listCompat("javascript", "builtins", owner)
      .filter(([, below]) => findNewer(below, floor).length > 0)
      .flatMap(([member]): Member[] => [
        [owner, member, "static"],
        [owner, member, "own"],
      ]),
  ])
  const platform = interfaces.split(" ").flatMap((owner) =>
    listCompat("api", owner)
      .filter(([, compat]) => findNewer(compat, floor).length > 0)
      .map(
        ([member]): Member =>
          member.endsWith("_static")
            ? [owner, member.replace("_static", ""), "static"]
            : [owner, member, "own"],
      ),
  )
  return [...builtins, ...platform]
}
