import { attributes, elements } from "./names.ts"
import type { Note } from "./Source.ts"

/** Replaces AppKit's elements in a page's HTML. */
export const migrateHtml = (
  path: string,
  text: string,
): { readonly text: string; readonly notes: readonly Note[] } => {
  const notes: Note[] = []
  const changed = text.replaceAll(
    /<(\/?)((?:appkit|w3m)-[\w-]+)([^>]*)>/g,
    (whole, slash: string, tag: string, rest: string, at: number) => {
      const rule = elements[tag]
      if (rule === undefined) {
        const line = text.slice(0, at).split("\n").length
        if (slash === "")
          notes.push({ path, line, text: `\`<${tag}>\` has no translation: see docs/from-appkit.md.` })
        return whole
      }
      const renamed = Object.entries(attributes).reduce(
        (given, [before, after]) => given.replace(RegExp(`\\b${before}=`, "i"), `${after}=`),
        rest,
      )
      return `<${slash}${rule.element}${renamed}>`
    },
  )
  return { text: changed, notes }
}
