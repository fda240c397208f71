/** A way into what is explained. Source: ERC-7730 v2, path references. */
export interface Path {
  /** `#` the call or message, `@` what carries it, `$` the descriptor, empty where one stands. */
  readonly root: "#" | "@" | "$" | ""
  readonly steps: readonly Step[]
}

export type Step =
  | { readonly _tag: "Member"; readonly name: string }
  /** Below zero: from the end. */
  | { readonly _tag: "Index"; readonly at: number }
  /** The end is not in it. */
  | { readonly _tag: "Slice"; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly _tag: "Each" }

const longest = 500

/** Reads `#.desc.amounts.[]`, `pools.[-1]`, `path[0:20]`, `@.to`; `null` where it is none. */
export const readPath = (text: string): Path | null => {
  const [, sign, rest] = /^(?:([#@$])(?:\.|$))?(.*)$/s.exec(text.slice(0, longest + 1)) ?? []
  if (rest === undefined || text.length > longest) return null
  const words = rest === "" ? [] : rest.replace(/(?<=[^.])\[/g, ".[").split(".")
  const steps: Step[] = []
  for (const word of words) {
    const step = readStep(word)
    if (step === null) return null
    steps.push(step)
  }
  return { root: sign === "#" || sign === "@" || sign === "$" ? sign : "", steps }
}

const readStep = (word: string): Step | null => {
  if (word === "[]") return { _tag: "Each" }
  if (/^[A-Za-z_$][\w$-]*$/.test(word)) return { _tag: "Member", name: word }
  const [, index] = /^\[(-?\d{1,9})\]$/.exec(word) ?? []
  if (index !== undefined) return { _tag: "Index", at: Number(index) }
  const [slice, from, to] = /^\[(-?\d{1,9})?:(-?\d{1,9})?\]$/.exec(word) ?? []
  return slice === undefined ? null : { _tag: "Slice", from: bound(from), to: bound(to) }
}

const bound = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits))

/** The same for the same path, however it is written. */
export const pathKey = ({ root, steps }: Path): string =>
  [
    root === "#" ? "" : root,
    ...steps.map((step) => {
      switch (step._tag) {
        case "Member":
          return step.name
        case "Index":
          return `[${step.at}]`
        case "Slice":
          return `[${step.from ?? ""}:${step.to ?? ""}]`
        case "Each":
          return "[]"
      }
    }),
  ].join(".")
