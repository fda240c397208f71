import type { CompatStatement } from "@mdn/browser-compat-data"
import { type CssNode, parse, type WalkContext, walk } from "css-tree"
import { addNewer, type Floor, findCompat, listCompat, type NewerPart } from "./compat.ts"

/** Functions by their name, such as `color-mix`, from the types of CSS and what is below them. */
const functions = new Map<string, CompatStatement>()
for (const [type, compat] of listCompat("css", "types")) {
  functions.set(type, compat)
  for (const [name, below] of listCompat("css", "types", type))
    functions.set(name.replace(/-function$/, ""), below)
}

const units: readonly (readonly [RegExp, string])[] = [
  [/^cq(?:w|h|i|b|min|max)$/, "container_query_length_units"],
  [/^d(?:vw|vh|vi|vb|vmin|vmax)$/, "viewport_percentage_units_dynamic"],
  [/^s(?:vw|vh|vi|vb|vmin|vmax)$/, "viewport_percentage_units_small"],
  [/^l(?:vw|vh|vi|vb|vmin|vmax)$/, "viewport_percentage_units_large"],
]

const findUnit = (unit: string) =>
  findCompat("css", "types", "length", units.find(([pattern]) => pattern.test(unit))?.[1] ?? unit)

/**
 * Returns the parts of a style sheet that are newer than a floor: properties, their keywords, functions, units, rules,
 * features of media and selectors. What is in an `@supports` is for browsers that have it.
 */
export const findNewerInStyles = (css: string, floor: Floor): readonly NewerPart[] => {
  const found = new Map<string, NewerPart>()
  const add = (name: string, compat: CompatStatement | null) => addNewer(found, name, compat, floor)
  const supports: CssNode[] = []
  const rules: CssNode[] = []
  const enter = (node: CssNode, declaration: string | null) => {
    switch (node.type) {
      case "Declaration": {
        if (node.property.startsWith("--")) break
        add(node.property, findCompat("css", "properties", node.property))
        break
      }
      case "Identifier":
        if (declaration !== null && !declaration.startsWith("--"))
          add(`${declaration}: ${node.name}`, findCompat("css", "properties", declaration, node.name))
        break
      case "Function": {
        add(`${node.name}()`, functions.get(node.name) ?? null)
        const first = node.children.first
        if (first?.type === "Identifier" && first.name === "from")
          add(`${node.name}(from)`, findCompat("css", "types", "color", node.name, "relative_syntax"))
        break
      }
      case "Dimension":
        add(`unit ${node.unit}`, findUnit(node.unit))
        break
      case "Atrule":
        add(`@${node.name}`, findCompat("css", "at-rules", node.name))
        break
      case "Feature":
        add(`@media ${node.name}`, findCompat("css", "at-rules", "media", node.name))
        break
      case "PseudoClassSelector":
      case "PseudoElementSelector":
        add(`:${node.name}`, findCompat("css", "selectors", node.name))
        break
      case "NestingSelector":
        add("nested rule", findCompat("css", "selectors", "nesting"))
        break
      case "Raw":
        // The parser reads a nested rule only after `&`.
        if (rules.length > 0 && /\{/.test(node.value))
          add("nested rule", findCompat("css", "selectors", "nesting"))
        break
      case "Rule":
        if (rules.length > 0) add("nested rule", findCompat("css", "selectors", "nesting"))
        break
      default:
    }
  }
  walk(parse(css, { parseCustomProperty: true }), {
    enter(this: WalkContext, node: CssNode) {
      if (supports.length === 0) enter(node, this.declaration?.property ?? null)
      if (node.type === "Atrule" && node.name === "supports") supports.push(node)
      if (node.type === "Rule" && this.atrule?.name !== "keyframes") rules.push(node)
    },
    leave(node: CssNode) {
      if (supports.at(-1) === node) supports.pop()
      if (rules.at(-1) === node) rules.pop()
    },
  })
  return [...found.values()]
}

/** Returns whether a text is a style sheet: it has declarations, and nearly all are of known properties. */
export const isStyleSheet = (text: string): boolean => {
  if (!/\{[^{}]*:[^{}]*\}/.test(text)) return false
  let [known, all] = [0, 0]
  walk(parse(text, { parseValue: false }), (node) => {
    if (node.type !== "Declaration") return
    all += 1
    if (node.property.startsWith("--") || findCompat("css", "properties", node.property) !== null) known += 1
  })
  return known > 0 && known >= all * 0.8
}
