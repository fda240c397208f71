import { changedMethods, methods, sameMethods } from "./names.ts"
import { resolveImport } from "./paths.ts"
import { addNote, changedTextOf, forEachUse, type Source, span } from "./Source.ts"

/** Translates calls such as `modal.getAddress()` in a file that has the modal under a name. */
const changeCalls = (source: Source, local: string): void =>
  forEachUse(source.program, local, (_, [parent, call]) => {
    if (parent?.type !== "MemberExpression" && parent?.type !== "OptionalMemberExpression") return
    if (parent.computed || parent.property.type !== "Identifier") return
    const { name } = parent.property
    if (sameMethods.has(name)) return
    if (changedMethods[name] !== undefined) {
      addNote(source, parent, `Check \`${local}.${name}\`: ${changedMethods[name]}.`)
      return
    }
    const ours = methods[name]
    const isCall =
      (call?.type === "CallExpression" || call?.type === "OptionalCallExpression") && call.callee === parent
    if (ours === undefined || !isCall) {
      addNote(source, parent, `\`${local}.${name}\` has no translation: see docs/from-appkit.md.`)
      return
    }
    const given = call.arguments.map((one) => changedTextOf(source, one)).join(", ")
    source.code.overwrite(
      ...span(call),
      ours.replace("@", local).replace("$", () => given),
    )
  })

/** Translates the methods of the modal in all files that use it by its name. */
export const migrateMethods = (sources: ReadonlyMap<string, Source>, creator: Source, name: string): void => {
  changeCalls(creator, name)
  for (const source of sources.values())
    for (const { from, imported, local } of source.imports)
      if (imported === name && resolveImport(sources, source.path, from) === creator.path)
        changeCalls(source, local)
}
