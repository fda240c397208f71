/** A path into the explained request. Source: ERC-7730 v2, path references. */
export interface DescriptorPath {
  /** `#` is the call or message, `@` its container, `$` the descriptor, empty the current position. */
  readonly root: "#" | "@" | "$" | ""
  readonly steps: readonly PathSegment[]
}

export type PathSegment =
  | { readonly _tag: "Member"; readonly name: string }
  /** A negative index counts from the end. */
  | { readonly _tag: "Index"; readonly at: number }
  /** The end is exclusive. */
  | { readonly _tag: "Slice"; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly _tag: "Each" }

const maxPathLength = 500

/** Parses `#.desc.amounts.[]`, `pools.[-1]`, `path[0:20]`, `@.to`; `null` if it is not a path. */
export const parsePath = (text: string): DescriptorPath | null => {
  const [, sign, rest] = /^(?:([#@$])(?:\.|$))?(.*)$/s.exec(text.slice(0, maxPathLength + 1)) ?? []
  if (rest === undefined || text.length > maxPathLength) return null
  const words = rest === "" ? [] : rest.replace(/(?<=[^.])\[/g, ".[").split(".")
  const steps: PathSegment[] = []
  for (const word of words) {
    const step = parseSegment(word)
    if (step === null) return null
    steps.push(step)
  }
  return { root: sign === "#" || sign === "@" || sign === "$" ? sign : "", steps }
}

const parseSegment = (word: string): PathSegment | null => {
  if (word === "[]") return { _tag: "Each" }
  if (/^[A-Za-z_$][\w$-]*$/.test(word)) return { _tag: "Member", name: word }
  const [, index] = /^\[(-?\d{1,9})\]$/.exec(word) ?? []
  if (index !== undefined) return { _tag: "Index", at: Number(index) }
  const [slice, from, to] = /^\[(-?\d{1,9})?:(-?\d{1,9})?\]$/.exec(word) ?? []
  return slice === undefined ? null : { _tag: "Slice", from: parseBound(from), to: parseBound(to) }
}

const parseBound = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits))

/** Returns the same key for equal paths in any notation. */
export const toPathKey = ({ root, steps }: DescriptorPath): string =>
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
