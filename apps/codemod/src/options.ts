import type * as t from "@babel/types"
import {
  droppedOptions,
  featureOptions,
  renamedOptions,
  sameFeatures,
  sameOptions,
  themeVariables,
  walletMembers,
} from "./names.ts"
import { resolveImport } from "./paths.ts"
import {
  addNote,
  changedTextOf,
  getDeclaration,
  listUses,
  type Node,
  type Source,
  textOf,
  withoutCasts,
} from "./Source.ts"

/** Options of `createWModal` as code: name and value. A value that equals its name is a shorthand. */
export type OptionTexts = Map<string, string>

/** Returns the name of a member, and its value. */
const readMember = (
  member: t.ObjectExpression["properties"][number],
): { readonly name: string; readonly value: Node } | null => {
  if (member.type !== "ObjectProperty" || member.computed) return null
  const { key, value } = member
  const name = key.type === "Identifier" ? key.name : key.type === "StringLiteral" ? key.value : null
  return name === null ? null : { name, value }
}

/** Returns an object that is written in place, or as a variable of the same file; `null` for others. */
export const findObject = (source: Source, node: Node): t.ObjectExpression | null => {
  const value = withoutCasts(node)
  if (value.type === "ObjectExpression") return value
  if (value.type !== "Identifier") return null
  const declared = source.body.map(getDeclaration).find((one) => one?.name === value.name)
  return declared?.init ? findObject(source, declared.init) : null
}

/** Options whose object is written anew, so that its variable is not. */
const isWritten = (name: string) => /^(?:features|themeVariables|customRpcUrls)$/.test(name)

/** Returns the objects of variables that become part of the options, with the names of the variables. */
const listParts = (source: Source, object: t.ObjectExpression) =>
  object.properties.map((member) => {
    const read = readMember(member)
    const node =
      member.type === "SpreadElement" ? member.argument : read && isWritten(read.name) ? read.value : null
    const value = node && withoutCasts(node)
    return {
      member,
      name: value?.type === "Identifier" ? value.name : null,
      part: value && findObject(source, value),
    }
  })

/** Returns the variables that are no longer used once their objects are part of the options. */
export const listInlined = (source: Source, argument: Node): readonly string[] => {
  const value = withoutCasts(argument)
  const object = findObject(source, value)
  if (object === null) return []
  return [
    ...(value.type === "Identifier" ? [value.name] : []),
    ...listParts(source, object).flatMap(({ name, part }) => [
      ...(name !== null && part !== null ? [name] : []),
      ...(part === null ? [] : listInlined(source, part)),
    ]),
  ]
}

/** Returns the names that the options use, also those of variables that become part of them. */
export const listOptionUses = (source: Source, object: t.ObjectExpression): readonly string[] =>
  listParts(source, object).flatMap(({ member, part }) =>
    readMember(member)?.name === "adapters"
      ? []
      : part === null
        ? [...listUses(member)]
        : listOptionUses(source, part),
  )

/** An object of another file, where its members mean the same here as there. */
const isSameObject = (sources: ReadonlyMap<string, Source>, source: Source, node: Node): boolean => {
  const value = withoutCasts(node)
  const given = value.type === "Identifier" && source.imports.find(({ local }) => local === value.name)
  const path = given ? resolveImport(sources, source.path, given.from) : null
  const other = path === null ? undefined : sources.get(path)
  if (!given || other === undefined) return false
  const object = findObject(other, { ...value, type: "Identifier", name: given.imported } as t.Identifier)
  return object?.properties.every((one) => sameOptions.has(readMember(one)?.name ?? "")) === true
}

/** Prints an object with renamed members; `null` when it is not written as one. */
const renameMembers = (
  source: Source,
  node: Node,
  names: Readonly<Record<string, string>>,
): string | null => {
  const value = findObject(source, node)
  if (value === null) return null
  const parts = value.properties.flatMap((member) => {
    const read = readMember(member)
    if (read === null) return [changedTextOf(source, member)]
    const name = names[read.name] ?? read.name
    return [`${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${changedTextOf(source, read.value)}`]
  })
  return `{ ${parts.join(", ")} }`
}

const renameEach = (source: Source, node: Node, names: Readonly<Record<string, string>>) => {
  const value = withoutCasts(node)
  if (value.type !== "ArrayExpression") return null
  const items = value.elements.map((item) => item && renameMembers(source, item, names))
  return items.some((item) => item === null) ? null : `[${items.join(", ")}]`
}

/** `{ "eip155:1": [{ url }] }` becomes `{ "eip155:1": [url] }`. */
const toRpcUrls = (source: Source, node: Node): string | null => {
  const value = findObject(source, node)
  if (value === null) return null
  const parts = value.properties.map((member) => {
    const read = readMember(member)
    if (read?.value.type !== "ArrayExpression") return null
    const urls = read.value.elements.map((item) => {
      const url =
        item?.type === "ObjectExpression"
          ? item.properties.map(readMember).find((one) => one?.name === "url")
          : null
      return url ? changedTextOf(source, url.value) : null
    })
    return urls.includes(null) ? null : `${JSON.stringify(read.name)}: [${urls.join(", ")}]`
  })
  return parts.includes(null) ? null : `{ ${parts.join(", ")} }`
}

/** `all` with the values that AppKit has for it. */
const allWallets: Readonly<Record<string, string>> = { SHOW: "true", HIDE: "false", ONLY_MOBILE: '"mobile"' }

const setFeatures = (source: Source, node: Node, options: OptionTexts, features: string[]) => {
  const value = findObject(source, node)
  if (value === null) {
    features.push(`...${changedTextOf(source, node)}`)
    addNote(
      source,
      node,
      "Check `features`: `socials` and the orders are options of their own, see docs/from-appkit.md.",
    )
    return
  }
  for (const member of value.properties) {
    const read = readMember(member)
    if (read === null) features.push(changedTextOf(source, member))
    // AppKit's default, and always so here.
    else if (read.name === "emailShowWallets" && textOf(source, read.value) === "true") continue
    else if (sameFeatures.has(read.name)) features.push(`${read.name}: ${changedTextOf(source, read.value)}`)
    else if (featureOptions[read.name] !== undefined)
      options.set(featureOptions[read.name] ?? "", changedTextOf(source, read.value))
    else addNote(source, member, `\`features.${read.name}\` is left out: see docs/from-appkit.md.`)
  }
}

/** Translates the argument of `createAppKit`. What has no translation becomes a note. */
export const translateOptions = (
  sources: ReadonlyMap<string, Source>,
  source: Source,
  argument: t.ObjectExpression,
): OptionTexts => {
  const options: OptionTexts = new Map()
  const features: string[] = []
  const set = (name: string, member: Node, text: string | null) => {
    if (text === null) addNote(source, member, `Move \`${name}\` by hand: see docs/from-appkit.md.`)
    else options.set(name, text)
  }
  let hasWalletConnect = true
  const translate = (member: t.ObjectExpression["properties"][number]): void => {
    const read = readMember(member)
    if (read === null) {
      const spread = member.type === "SpreadElement" ? member.argument : null
      const object = spread && findObject(source, spread)
      if (object) {
        for (const inner of object.properties) translate(inner)
        return
      }
      if (spread && isSameObject(sources, source, spread)) {
        options.set(textOf(source, member), "")
        return
      }
      addNote(source, member, "Move these options by hand: they are not written in place.")
      return
    }
    const { name, value } = read
    const text = changedTextOf(source, withoutCasts(value))
    if (droppedOptions.has(name)) return
    if (sameOptions.has(name)) set(name, member, text)
    else if (renamedOptions[name] !== undefined) set(renamedOptions[name] ?? "", member, text)
    else if (name === "features") setFeatures(source, value, options, features)
    else if (name === "allWallets") {
      const choice = value.type === "StringLiteral" ? allWallets[value.value] : undefined
      if (choice === undefined)
        addNote(source, member, 'Move `allWallets` to `features.allWallets`: `true`, `false` or "mobile".')
      else features.push(`allWallets: ${choice}`)
    } else if (name === "themeVariables") set(name, member, renameMembers(source, value, themeVariables))
    else if (name === "customWallets") set(name, member, renameEach(source, value, walletMembers))
    else if (name === "customRpcUrls") set(name, member, toRpcUrls(source, value))
    else if (name === "tokens") {
      set(name, member, text)
      addNote(source, member, "Check `tokens`: they have an address and no image.")
    } else if (name === "enableWalletConnect") hasWalletConnect = text !== "false"
    else if (name === "enableEmbedded") set("embedded", member, text)
    else addNote(source, member, `\`${name}\` is left out: see docs/from-appkit.md.`)
  }
  for (const member of argument.properties) translate(member)
  if (features.length > 0) options.set("features", `{ ${features.join(", ")} }`)
  if (hasWalletConnect) options.set("walletConnect", "walletConnect()")
  return options
}

/** Prints options as an object, one on each line. */
export const printOptions = (options: OptionTexts): string =>
  `{\n${[...options]
    .map(([name, text]) => (name === text || text === "" ? `  ${name},` : `  ${name}: ${text},`))
    .join("\n")}\n}`
