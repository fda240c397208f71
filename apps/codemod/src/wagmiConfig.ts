import { Node, type ObjectLiteralExpression } from "ts-morph"
import type { Creation } from "./Creation.ts"
import { getSpecifier } from "./imports.ts"
import type { KitUse } from "./kit.ts"
import { otherNetworks } from "./names.ts"
import { listNetworks } from "./networks.ts"
import { findMember, isIn, readMember, usesOf, withoutCasts } from "./nodes.ts"
import { addNote, changedTextOf, overwrite, type Source, sourceOf, want } from "./Source.ts"

/** Prints wagmi's `createConfig` with the modal's connector. */
export const printConfig = (
  uses: ReadonlyMap<Node, KitUse>,
  home: Source,
  options: ObjectLiteralExpression | null,
  modalName: string,
): string => {
  const parts: string[] = []
  const networks = findMember(options, "networks")
  const listed = listNetworks(uses, networks)?.filter(({ use }) => !otherNetworks[use?.imported ?? ""])
  // A network that another file has made is not known here.
  const evm = listed?.every(({ node, use }) => use !== null || sourceOf(node) === home) ? listed : null
  if (evm === null) {
    parts.push(`chains: ${networks === null ? "[]" : changedTextOf(withoutCasts(networks))}`)
    if (options)
      addNote(options, "List the EVM networks in `chains` and a transport for each in `transports`.")
  } else {
    for (const { use } of evm) if (use?.ours) want(home.file, use.ours.from, use.ours.name)
    parts.push(`chains: [${evm.map(({ local }) => local).join(", ")}]`)
    if (findMember(options, "transports") === null) {
      want(home.file, "wagmi", "http")
      parts.push(`transports: { ${evm.map(({ local }) => `[${local}.id]: http()`).join(", ")} }`)
    }
  }
  for (const member of options?.getProperties() ?? [])
    if (!/^(?:networks|projectId|customRpcUrls)$/.test(readMember(member)?.name ?? ""))
      parts.push(changedTextOf(member))
  want(home.file, "wagmi", "createConfig")
  want(home.file, "@wmodal/wagmi", "withWModal")
  return `createConfig(\n  withWModal(${modalName}, {\n${parts.map((part) => `    ${part},`).join("\n")}\n  }),\n)`
}

/** Reports that a use of the adapter is `adapter.wagmiConfig`. */
export const isConfig = (use: Node): boolean => {
  const parent = use.getParent()
  return Node.isPropertyAccessExpression(parent) && parent.getName() === "wagmiConfig"
}

/** Replaces uses of the wagmi adapter by the config, other than in the creation and in the config's own declaration. */
export const migrateAdapterUses = (
  home: Source,
  adapter: Node,
  configName: string,
  { statement }: Creation,
  configStatement: Node | undefined,
): void => {
  for (const use of usesOf(adapter)) {
    const parent = use.getParentOrThrow()
    if (isIn(use, statement) || (configStatement && isIn(use, configStatement))) continue
    if (Node.isExportSpecifier(parent)) overwrite(parent, configName)
    else if (isConfig(use)) {
      const source = sourceOf(use)
      if (source !== home) want(use, getSpecifier(source, home), configName)
      overwrite(parent, configName)
    } else addNote(use, `\`${use.getText()}\` is wagmi's config now: see docs/from-wagmi.md.`)
  }
}
