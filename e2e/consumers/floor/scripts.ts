import type { CompatStatement } from "@mdn/browser-compat-data"
import { parseSync, transformWithOxc } from "vite"
import { addNewer, type Floor, findCompat, findNewer, listCompat, type NewerPart } from "./compat.ts"

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

const listNodes = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))

const getName = (value: unknown): string | null =>
  isNode(value) && value.type === "Identifier" && typeof value["name"] === "string" ? value["name"] : null

const getText = (value: unknown): string | null => {
  if (!isNode(value)) return null
  if (value.type === "Literal" && typeof value["value"] === "string") return value["value"]
  return null
}

/** Returns the name of a member: `parse` of `URL.parse` and of `URL["parse"]`. */
const getMember = (node: Node): string | null =>
  node["computed"] === true ? getText(node["property"]) : getName(node["property"])

const globalObjects = new Set(["globalThis", "window", "self"])

/** Returns the name of what the object of a member is, if it is a global: `URL` of `URL`, and of `globalThis.URL`. */
const getGlobal = (node: unknown): string | null => {
  const name = getName(node)
  if (name !== null || !isNode(node) || node.type !== "MemberExpression") return name
  return globalObjects.has(getName(node["object"]) ?? "") ? getMember(node) : null
}

const builtins = ["javascript", "builtins"] as const

/** What every page works with. Methods of rarer interfaces have names that mean something else in most programs. */
const interfaces =
  "AbortSignal Animation Blob CSSStyleSheet Clipboard Crypto DOMTokenList Document DocumentFragment Element Event EventTarget FormData HTMLDialogElement HTMLElement HTMLInputElement Headers History MediaQueryList MessagePort Navigator Node Performance Range ReadableStream Request Selection ShadowRoot Storage SubtleCrypto URL URLSearchParams"

const listAllMembers = () => {
  const members = new Map<string, CompatStatement[]>()
  const add = (path: readonly string[]) => {
    for (const [name, compat] of listCompat(...path))
      if (!name.endsWith("_static")) members.set(name, [...(members.get(name) ?? []), compat])
  }
  for (const [owner] of listCompat(...builtins)) add([...builtins, owner])
  for (const owner of interfaces.split(" ")) add(["api", owner])
  return members
}
const allMembers = listAllMembers()

/** Members of which every owner is newer, such as `isSubsetOf`. Others, such as `map`, say nothing of their owner. */
const findNewMember = (name: string, floor: Floor): CompatStatement | null => {
  const known = allMembers.get(name) ?? []
  return known.every((compat) => findNewer(compat, floor).length > 0) ? (known[0] ?? null) : null
}

/** What returns an iterator, whose own methods are new. Those of an object's entries are an array's. */
const isIterator = (node: unknown): boolean => {
  const callee = isNode(node) && node.type === "CallExpression" ? node["callee"] : null
  if (!isNode(callee) || callee.type !== "MemberExpression" || getName(callee["object"]) === "Object")
    return false
  return /^(?:values|keys|entries|matchAll)$/.test(getMember(callee) ?? "")
}

const addPattern = (found: Map<string, NewerPart>, pattern: string, flags: string, floor: Floor) => {
  const parts = [
    [/v/.test(flags), "regular expression flag v", findCompat(...builtins, "RegExp", "unicodeSets")],
    [/d/.test(flags), "regular expression flag d", findCompat(...builtins, "RegExp", "hasIndices")],
    [
      /\(\?[ims]*-?[ims]+:/.test(pattern),
      "regular expression modifier",
      findCompat("javascript", "regular_expressions", "modifier"),
    ],
    [
      /\(\?<[=!]/.test(pattern),
      "regular expression lookbehind",
      findCompat("javascript", "regular_expressions", "lookbehind_assertion"),
    ],
  ] as const
  for (const [isUsed, name, compat] of parts) if (isUsed) addNewer(found, name, compat, floor)
}

/** Returns whether an identifier is a name in the program and not of a member, a key, or a declaration. */
const isReference = (node: Node, parent: Node): boolean => {
  if (parent.type === "MemberExpression") return parent["object"] === node || parent["computed"] === true
  if (/^(?:Property|MethodDefinition|PropertyDefinition)$/.test(parent.type))
    return parent["value"] === node && parent["shorthand"] !== true
  if (parent.type === "UnaryExpression" && parent["operator"] === "typeof") return false
  return /^(?:CallExpression|NewExpression|ClassDeclaration|ClassExpression|BinaryExpression)$/.test(
    parent.type,
  )
}

const declarations =
  /^(?:VariableDeclarator|FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassDeclaration|ClassExpression|CatchClause|Import.*Specifier)$/

/** Returns the names that a program declares: none of them is a global. */
const listDeclared = (program: Node): ReadonlySet<string> => {
  const names = new Set<string>()
  const addPattern = (node: unknown) => {
    const name = getName(node)
    if (name !== null) names.add(name)
    else if (isNode(node) && /Pattern|Property|RestElement/.test(node.type))
      for (const child of node.type === "Property" ? [node["value"]] : listNodes(node)) addPattern(child)
  }
  const visit = (node: Node) => {
    if (declarations.test(node.type)) {
      for (const part of [node["id"], node["local"], node["param"]]) addPattern(part)
      if (Array.isArray(node["params"])) for (const parameter of node["params"]) addPattern(parameter)
    }
    for (const child of listNodes(node)) visit(child)
  }
  visit(program)
  return names
}

/** The paths of syntax in the data, by what a node is. A browser without it reads nothing of the file. */
const syntax: readonly (readonly [string, (node: Node) => boolean, readonly string[]])[] = [
  ["static block", ({ type }) => type === "StaticBlock", ["classes", "static", "initialization_blocks"]],
  ["static field", (node) => isField(node) && node["static"] === true, ["classes", "static", "class_fields"]],
  ["field of a class", (node) => isField(node), ["classes", "public_class_fields"]],
  ["private field", (node) => isField(node) && isPrivate(node["key"]), ["classes", "private_class_fields"]],
  [
    "private method",
    (node) => node.type === "MethodDefinition" && isPrivate(node["key"]),
    ["classes", "private_class_methods"],
  ],
  [
    "#name in object",
    (node) => node.type === "BinaryExpression" && isPrivate(node["left"]),
    ["classes", "private_class_fields_in"],
  ],
  ["??=", ({ operator }) => operator === "??=", ["operators", "nullish_coalescing_assignment"]],
  ["||=", ({ operator }) => operator === "||=", ["operators", "logical_or_assignment"]],
  ["&&=", ({ operator }) => operator === "&&=", ["operators", "logical_and_assignment"]],
  ["??", ({ operator }) => operator === "??", ["operators", "nullish_coalescing"]],
  ["?.", ({ type }) => type === "ChainExpression", ["operators", "optional_chaining"]],
  [
    "import attributes",
    ({ attributes }) => Array.isArray(attributes) && attributes.length > 0,
    ["statements", "import", "import_attributes"],
  ],
]
const isField = ({ type }: Node) => type === "PropertyDefinition"
const isPrivate = (node: unknown) => isNode(node) && node.type === "PrivateIdentifier"

const isFunction = ({ type }: Node) => /Function/.test(type)

/**
 * Returns the parts of a script that are newer than a floor: syntax, regular expressions, globals, their members, and
 * methods that only newer objects have.
 */
export const findNewerInScript = async (code: string, floor: Floor): Promise<readonly NewerPart[]> => {
  const found = new Map<string, NewerPart>()
  const print = async (target: string) =>
    (await transformWithOxc(code, "file.js", { target, sourcemap: false })).code
  if ((await print("es2022")) !== (await print("esnext")))
    found.set("syntax", { name: "syntax", since: ["newer than ES2022"] })
  const add = (name: string, compat: CompatStatement | null) => addNewer(found, name, compat, floor)
  // Oxc's tree is plain data with more node types than are named here.
  const program = parseSync("file.js", code).program as unknown as Node
  const declared = listDeclared(program)
  const visit = (node: Node, parent: Node, isInFunction: boolean) => {
    for (const [name, is, path] of syntax) if (is(node)) add(name, findCompat("javascript", ...path))
    if (node.type === "AwaitExpression" && !isInFunction)
      add("await outside a function", findCompat("javascript", "operators", "await", "top_level"))
    if (
      node.type === "Literal" &&
      isNode(node) &&
      typeof node["regex"] === "object" &&
      node["regex"] !== null
    ) {
      const { pattern, flags } = node["regex"] as { pattern: string; flags: string }
      addPattern(found, pattern, flags, floor)
    }
    if (/^(?:NewExpression|CallExpression)$/.test(node.type) && getGlobal(node["callee"]) === "RegExp") {
      const [pattern, flags] = Array.isArray(node["arguments"]) ? node["arguments"] : []
      addPattern(found, getText(pattern) ?? "", getText(flags) ?? "", floor)
    }
    const name = getName(node)
    if (name !== null && !declared.has(name) && isReference(node, parent)) add(name, findGlobal(name))
    if (node.type === "MemberExpression") {
      const member = getMember(node)
      const named = getGlobal(node["object"])
      const owner = named === null || declared.has(named) ? null : named
      if (owner !== null && member !== null) add(`${owner}.${member}`, findStatic(owner, member))
      if (globalObjects.has(getName(node["object"]) ?? "") && member !== null) add(member, findGlobal(member))
      if (member !== null && parent.type === "CallExpression" && parent["callee"] === node) {
        if (owner === null || findGlobal(owner) === null) add(`.${member}()`, findNewMember(member, floor))
        if (isIterator(node["object"])) add(`Iterator.${member}`, findCompat(...builtins, "Iterator", member))
      }
    }
    for (const child of listNodes(node)) visit(child, node, isInFunction || isFunction(node))
  }
  visit(program, program, false)
  return [...found.values()]
}

/** Returns the texts of a script without expressions in them. */
export const listTexts = (code: string): readonly string[] => {
  const texts: string[] = []
  const visit = (node: Node) => {
    const { value, quasis } = node
    if (node.type === "Literal" && typeof value === "string") texts.push(value)
    if (node.type === "TemplateLiteral" && Array.isArray(quasis) && quasis.length === 1)
      texts.push(String(quasis[0]?.value?.cooked))
    for (const child of listNodes(node)) visit(child)
  }
  visit(parseSync("file.js", code).program as unknown as Node)
  return texts
}

const findGlobal = (name: string) =>
  findCompat(...builtins, name) ?? (/^[A-Z]|^[a-z]+[A-Z]/.test(name) ? findCompat("api", name) : null)

const findStatic = (owner: string, member: string) =>
  findCompat(...builtins, owner, member) ?? findCompat("api", owner, `${member}_static`)
