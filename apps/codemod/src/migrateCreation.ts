import { type Adapter, type Creation } from "./Creation.ts"
import { moveUses, removeInlined } from "./moveUses.ts"
import { modalWeb } from "./names.ts"
import { type OptionTexts, printOptions, translateOptions } from "./options.ts"
import { toSpecifier } from "./paths.ts"
import {
  findMember,
  getDeclaration,
  isDeclaredAnywhere,
  type Node,
  removeStatement,
  type Source,
  span,
  want,
  withoutCasts,
} from "./Source.ts"
import { migrateAdapterUses, printConfig } from "./wagmiConfig.ts"

const isTrue = (node: Node | null) => node?.type === "BooleanLiteral" && node.value

/** Chooses a name that no file of the page declares yet. */
const chooseName = (sources: ReadonlyMap<string, Source>, ...names: readonly string[]): string =>
  names.find((name) => ![...sources.values()].some((source) => isDeclaredAnywhere(source, name))) ??
  names.at(-1) ??
  ""

/** What moving the creation of the modal has found out. */
interface MovedModal {
  readonly home: Source
  readonly modalName: string
  readonly hasWalletConnect: boolean
}

export const migrateCreation = (
  sources: ReadonlyMap<string, Source>,
  creation: Creation,
  adapters: readonly Adapter[],
): MovedModal => {
  const wagmi = adapters.find(({ isWagmi }) => isWagmi)
  const home = wagmi?.name != null ? wagmi.source : creation.source
  const modalName = creation.name ?? chooseName(sources, "modal", "wmodal", "pageModal")
  const options: OptionTexts = new Map()
  const chains = [...new Set(adapters.map(({ chain }) => chain))]
  options.set("chains", `[${chains.map((chain) => `${chain}()`).join(", ")}]`)
  for (const [name, text] of translateOptions(sources, creation.source, creation.options))
    options.set(name, text)
  options.set("endpoints", "wellKnownEndpoints")
  if (isTrue(findMember(wagmi?.options ?? null, "ssr"))) options.set("cookie", "true")
  const hasWalletConnect = options.has("walletConnect")
  want(home, modalWeb, "createWModal", "wellKnownEndpoints", ...chains)
  if (hasWalletConnect) want(home, "@wmodal/walletconnect", "walletConnect")

  const moved = home === creation.source ? "" : moveUses(sources, home, creation)
  removeInlined(creation)
  const modal = `${moved}export const ${modalName} = createWModal(${printOptions(options)})`
  for (const { name, source, statement } of adapters)
    if (name !== null && source.body.includes(statement) && statement !== wagmi?.statement)
      removeStatement(source, statement)
  if (wagmi === undefined) {
    home.code.overwrite(...span(creation.statement), modal)
    return { home, modalName, hasWalletConnect }
  }
  const named = home.body.map(getDeclaration).find((one) => {
    const init = one?.init && withoutCasts(one.init)
    return (
      init?.type === "MemberExpression" &&
      init.object.type === "Identifier" &&
      init.object.name === wagmi.name &&
      init.property.type === "Identifier" &&
      init.property.name === "wagmiConfig"
    )
  })
  const configName = named?.name ?? chooseName(sources, "wagmiConfig", "config", "modalWagmiConfig")
  const config = `export const ${configName} = ${printConfig(sources, home, wagmi.options, modalName)}`
  if (wagmi.name !== null) migrateAdapterUses(sources, home, wagmi.name, configName, creation)
  const namedStatement = home.body.find((one) => getDeclaration(one)?.name === named?.name)
  if (named && namedStatement) removeStatement(home, namedStatement)
  const code = `${modal}\n\n${config}`
  if (home === creation.source) {
    if (wagmi.statement !== creation.statement) removeStatement(home, wagmi.statement)
    home.code.overwrite(...span(creation.statement), code)
  } else {
    home.code.overwrite(...span(wagmi.statement), code)
    if (creation.statement.type === "ExportNamedDeclaration")
      creation.source.code.overwrite(
        ...span(creation.statement),
        `export { ${modalName} } from "${toSpecifier(creation.source.path, home.path)}"`,
      )
    else removeStatement(creation.source, creation.statement)
  }
  return { home, modalName, hasWalletConnect }
}
