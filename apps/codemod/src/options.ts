import { Node, type ObjectLiteralExpression } from "ts-morph"
import {
  droppedOptions,
  featureOptions,
  renamedOptions,
  sameFeatures,
  sameOptions,
  themeVariables,
  walletMembers,
} from "./names.ts"
import { findObject, findVariable, readMember, withoutCasts } from "./nodes.ts"
import { addNote, changedTextOf } from "./Source.ts"

/** Options of `createWModal` as code: name and value. A value that equals its name is a shorthand. */
export type OptionTexts = Map<string, string>

/** Options whose object is written anew, so that its variable is not. */
const isWritten = (name: string) => /^(?:features|themeVariables|customRpcUrls)$/.test(name)

/** Returns the object of a member that becomes part of the options. */
const findPart = (member: Node): ObjectLiteralExpression | null => {
  if (Node.isSpreadAssignment(member)) return findObject(member.getExpression())
  const read = readMember(member)
  return read && isWritten(read.name) ? findObject(read.value) : null
}

/** Returns what the options consist of, also members of variables that become part of them. */
export const listOptionParts = (object: ObjectLiteralExpression): readonly Node[] =>
  object.getProperties().flatMap((member) => {
    if (readMember(member)?.name === "adapters") return []
    const part = findPart(member)
    return part === null ? [member] : listOptionParts(part)
  })

/** Prints an object with renamed members; `null` when it is not written as one. */
const renameMembers = (node: Node, names: Readonly<Record<string, string>>): string | null => {
  const parts = findObject(node)
    ?.getProperties()
    .map((member) => {
      const read = readMember(member)
      if (read === null) return changedTextOf(member)
      const name = names[read.name] ?? read.name
      return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${changedTextOf(read.value)}`
    })
  return parts === undefined ? null : `{ ${parts.join(", ")} }`
}

const renameEach = (node: Node, names: Readonly<Record<string, string>>): string | null => {
  const value = withoutCasts(node)
  if (!Node.isArrayLiteralExpression(value)) return null
  const items = value.getElements().map((item) => renameMembers(item, names))
  return items.includes(null) ? null : `[${items.join(", ")}]`
}

/** `{ "eip155:1": [{ url }] }` becomes `{ "eip155:1": [url] }`. */
const toRpcUrls = (node: Node): string | null => {
  const parts = findObject(node)
    ?.getProperties()
    .map((member) => {
      const read = readMember(member)
      if (!Node.isArrayLiteralExpression(read?.value)) return null
      const urls = read.value.getElements().map((item) => {
        const url = findObject(item)
          ?.getProperties()
          .map(readMember)
          .find((one) => one?.name === "url")
        return url ? changedTextOf(url.value) : null
      })
      return urls.includes(null) ? null : `${JSON.stringify(read.name)}: [${urls.join(", ")}]`
    })
  return parts === undefined || parts.includes(null) ? null : `{ ${parts.join(", ")} }`
}

/** `all` with the values that AppKit has for it. */
const allWallets: Readonly<Record<string, string>> = { SHOW: "true", HIDE: "false", ONLY_MOBILE: '"mobile"' }

const setFeatures = (node: Node, options: OptionTexts, features: string[]) => {
  const value = findObject(node)
  if (value === null) {
    features.push(`...${changedTextOf(node)}`)
    addNote(
      node,
      "Check `features`: `socials` and the orders are options of their own, see docs/from-appkit.md.",
    )
  }
  for (const member of value?.getProperties() ?? []) {
    const read = readMember(member)
    if (read === null) features.push(changedTextOf(member))
    // AppKit's default, and always so here.
    else if (read.name === "emailShowWallets" && read.value.getText() === "true") continue
    else if (sameFeatures.has(read.name)) features.push(`${read.name}: ${changedTextOf(read.value)}`)
    else if (featureOptions[read.name] !== undefined)
      options.set(featureOptions[read.name] ?? "", changedTextOf(read.value))
    else addNote(member, `\`features.${read.name}\` is left out: see docs/from-appkit.md.`)
  }
}

/** Reports that an object of another file means the same as options here as there. */
const isSameObject = (node: Node): boolean =>
  findObject(findVariable(withoutCasts(node))?.getInitializer())
    ?.getProperties()
    .every((one) => sameOptions.has(readMember(one)?.name ?? "")) === true

/** Translates the argument of `createAppKit`. What has no translation becomes a note. */
export const translateOptions = (argument: ObjectLiteralExpression): OptionTexts => {
  const options: OptionTexts = new Map()
  const features: string[] = []
  let hasWalletConnect = true
  const translate = (member: Node): void => {
    const read = readMember(member)
    if (read === null) {
      const spread = Node.isSpreadAssignment(member) ? member.getExpression() : null
      const object = spread && findObject(spread)
      if (object) object.getProperties().forEach(translate)
      else if (spread && isSameObject(spread)) options.set(changedTextOf(member), "")
      else addNote(member, "Move these options by hand: they are not written in place.")
      return
    }
    const { name, value } = read
    const set = (ours: string, code: string | null) => {
      if (code === null) addNote(member, `Move \`${name}\` by hand: see docs/from-appkit.md.`)
      else options.set(ours, code)
    }
    if (droppedOptions.has(name)) return
    const text = () => changedTextOf(withoutCasts(value))
    if (sameOptions.has(name)) set(name, text())
    else if (renamedOptions[name] !== undefined) set(renamedOptions[name] ?? "", text())
    else if (name === "features") setFeatures(value, options, features)
    else if (name === "allWallets") {
      const choice = Node.isStringLiteral(value) ? allWallets[value.getLiteralValue()] : undefined
      if (choice !== undefined) features.push(`allWallets: ${choice}`)
      else addNote(member, 'Move `allWallets` to `features.allWallets`: `true`, `false` or "mobile".')
    } else if (name === "themeVariables") set(name, renameMembers(value, themeVariables))
    else if (name === "customWallets") set(name, renameEach(value, walletMembers))
    else if (name === "customRpcUrls") set(name, toRpcUrls(value))
    else if (name === "tokens") {
      set(name, text())
      addNote(member, "Check `tokens`: they have an address and no image.")
    } else if (name === "enableWalletConnect") hasWalletConnect = value.getText() !== "false"
    else addNote(member, `\`${name}\` is left out: see docs/from-appkit.md.`)
  }
  argument.getProperties().forEach(translate)
  if (features.length > 0) options.set("features", `{ ${features.join(", ")} }`)
  if (hasWalletConnect) options.set("walletConnect", "walletConnect()")
  return options
}

/** Prints options as an object, one on each line. */
export const printOptions = (options: OptionTexts): string =>
  `{\n${[...options]
    .map(([name, text]) => (name === text || text === "" ? `  ${name},` : `  ${name}: ${text},`))
    .join("\n")}\n}`
