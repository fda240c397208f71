import type * as t from "@babel/types"
import { type Creation } from "./Creation.ts"
import { otherNetworks } from "./names.ts"
import { listNetworks } from "./networks.ts"
import { resolveImport } from "./paths.ts"
import {
  addNote,
  changedTextOf,
  findMember,
  forEachUse,
  getDeclaration,
  type Source,
  span,
  want,
  withoutCasts,
} from "./Source.ts"

/** Prints wagmi's `createConfig` with the modal's connector. */
export const printConfig = (
  sources: ReadonlyMap<string, Source>,
  home: Source,
  options: t.ObjectExpression | null,
  modalName: string,
): string => {
  const parts: string[] = []
  const networks = findMember(options, "networks")
  const listed = networks && listNetworks(sources, home, networks)
  const evm = listed?.filter(({ imported }) => otherNetworks[imported] === undefined)
  if (evm === undefined) {
    parts.push(`chains: ${networks === null ? "[]" : changedTextOf(home, withoutCasts(networks))}`)
    if (options)
      addNote(home, options, "List the EVM networks in `chains` and a transport for each in `transports`.")
  } else {
    for (const { imported, local } of evm)
      if (
        !home.imports.some((one) => one.local === local) &&
        !home.body.some((one) => getDeclaration(one)?.name === local)
      )
        want(home, "wagmi/chains", imported)
    parts.push(`chains: [${evm.map(({ local }) => local).join(", ")}]`)
  }
  const transports = findMember(options, "transports")
  if (transports === null && evm !== undefined) {
    want(home, "wagmi", "http")
    parts.push(`transports: { ${evm.map(({ local }) => `[${local}.id]: http()`).join(", ")} }`)
  }
  for (const member of options?.properties ?? []) {
    const name = member.type === "ObjectProperty" && member.key.type === "Identifier" ? member.key.name : null
    if (name === null || !/^(?:networks|projectId|customRpcUrls)$/.test(name))
      parts.push(changedTextOf(home, member))
  }
  want(home, "wagmi", "createConfig")
  want(home, "@wmodal/wagmi", "withWModal")
  return `createConfig(\n  withWModal(${modalName}, {\n${parts.map((part) => `    ${part},`).join("\n")}\n  }),\n)`
}

/** Replaces uses of the wagmi adapter by the config. */
export const migrateAdapterUses = (
  sources: ReadonlyMap<string, Source>,
  home: Source,
  adapterName: string,
  configName: string,
  creation: Creation,
) => {
  for (const source of sources.values()) {
    const given = source.imports.find(
      ({ from, imported }) =>
        imported === adapterName && resolveImport(sources, source.path, from) === home.path,
    )
    const local = source === home ? adapterName : given?.local
    if (local === undefined) continue
    let isUsed = false
    forEachUse(source.program, local, (node, ancestors) => {
      const [start] = span(node)
      const [from, to] = span(creation.statement)
      const [parent] = ancestors
      if (source === creation.source && start >= from && start < to) return
      if (source === home && ancestors.some((one) => one.type === "VariableDeclarator" && one.id === node))
        return
      if (parent?.type === "VariableDeclarator" && parent.id === node) return
      if (parent?.type === "ExportSpecifier") {
        source.code.overwrite(...span(parent), configName)
        return
      }
      if (
        (parent?.type === "MemberExpression" || parent?.type === "OptionalMemberExpression") &&
        parent.property.type === "Identifier" &&
        parent.property.name === "wagmiConfig"
      ) {
        const [, outer] = ancestors
        // `export const config = adapter.wagmiConfig` is the declaration of the config itself.
        if (
          source === home &&
          outer?.type === "VariableDeclarator" &&
          outer.id.type === "Identifier" &&
          outer.id.name === configName
        )
          return
        isUsed = true
        source.code.overwrite(...span(parent), configName)
      } else addNote(source, node, `\`${local}\` is wagmi's config now: see docs/from-wagmi.md.`)
    })
    if (isUsed && source !== home && given !== undefined) want(source, given.from, configName)
  }
}
