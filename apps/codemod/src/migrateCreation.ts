import { Node } from "ts-morph"
import type { Adapter, Creation } from "./Creation.ts"
import { getSpecifier } from "./imports.ts"
import type { KitUse } from "./kit.ts"
import { moveUses } from "./moveUses.ts"
import { modalWeb } from "./names.ts"
import { findHolder, findMember, isDeclaredAnywhere, usesOf } from "./nodes.ts"
import { listOptionParts, type OptionTexts, printOptions, translateOptions } from "./options.ts"
import { discard, overwrite, removeStatement, type Source, want } from "./Source.ts"
import { isConfig, migrateAdapterUses, printConfig } from "./wagmiConfig.ts"

/** Chooses a name that no file of the page declares yet. */
const chooseName = (sources: readonly Source[], ...names: readonly string[]): string =>
  names.find((name) => !sources.some(({ file }) => isDeclaredAnywhere(file, name))) ?? names.at(-1) ?? ""

/** Moves the creation of the modal, next to the config of wagmi where there is one. */
export const migrateCreation = (
  sources: readonly Source[],
  uses: ReadonlyMap<Node, KitUse>,
  creation: Creation,
  adapters: readonly Adapter[],
) => {
  const wagmi = adapters.find(({ isWagmi }) => isWagmi)
  const home = wagmi?.name ? wagmi.source : creation.source
  const modalName = creation.name?.getText() ?? chooseName(sources, "modal", "wmodal", "pageModal")
  const chains = [...new Set(adapters.map(({ chain }) => chain))]
  const options: OptionTexts = new Map([
    ["chains", `[${chains.map((chain) => `${chain}()`).join(", ")}]`],
    ...translateOptions(creation.options),
    ["endpoints", "wellKnownEndpoints"],
  ])
  if (findMember(wagmi?.options ?? null, "ssr")?.getText() === "true") options.set("cookie", "true")
  const hasWalletConnect = options.has("walletConnect")
  want(home.file, modalWeb, "createWModal", "wellKnownEndpoints", ...chains)
  if (hasWalletConnect) want(home.file, "@wmodal/walletconnect", "walletConnect")

  const moved = home === creation.source ? "" : moveUses(uses, home, creation)
  const modal = `${moved}export const ${modalName} = createWModal(${printOptions(options)})`
  for (const { name, statement } of adapters)
    if (name && statement !== wagmi?.statement) removeStatement(statement)
  if (wagmi === undefined) {
    overwrite(creation.statement, modal)
    return { home, modalName, hasWalletConnect }
  }
  const named = (wagmi.name ? usesOf(wagmi.name) : []).flatMap((use) => {
    const holder =
      isConfig(use) && use.getSourceFile() === home.file ? findHolder(use.getParentOrThrow()) : null
    return holder?.name ? [holder] : []
  })[0]
  const configName =
    named?.name?.getText() ?? chooseName(sources, "wagmiConfig", "config", "modalWagmiConfig")
  const config = `export const ${configName} = ${printConfig(uses, home, wagmi.options, modalName)}`
  if (wagmi.name) migrateAdapterUses(home, wagmi.name, configName, creation, named?.statement)
  if (named) removeStatement(named.statement)
  const code = `${modal}\n\n${config}`
  if (home === creation.source) {
    if (wagmi.statement !== creation.statement) removeStatement(wagmi.statement)
    overwrite(creation.statement, code)
  } else {
    overwrite(wagmi.statement, code)
    for (const one of [creation.statement, ...listOptionParts(creation.options)]) discard(one)
    if (Node.isExportable(creation.statement) && creation.statement.isExported())
      overwrite(creation.statement, `export { ${modalName} } from "${getSpecifier(creation.source, home)}"`)
    else removeStatement(creation.statement)
  }
  return { home, modalName, hasWalletConnect }
}
