import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { getPackageOfFile } from "./packages.mjs"

/** Replaced names by package, with their replacements. */
const replaced = JSON.parse(readFileSync(new URL("replacedNames.json", import.meta.url), "utf8"))

const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file)

/** Types that name a role only, and functions that begin with no verb. */
const vague = [
  /^(Answer|Asked|Asking|Found|Given|Held|Question|Standing|Told|Wanted)$/,
  /^[a-z]+[A-Za-z]*(InWords|Said)$/,
  /(Room|Surroundings)$/,
  /^(patience|pause|lifetime|farewell|moment)$/i,
]

/** A file's name that begins or ends with a preposition, an adverb or a participle. */
const noNoun =
  /^(of|in|by|from|with|without|after|before|as|at|if|when|where|what|who|late|again|anew|apart|elsewhere|outside|around)(?=[A-Z]|$)|(Of|Said|Told|Asked)$/

const exportedNames = (program) =>
  program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return []
    const { declaration, specifiers } = statement
    if (declaration === null) return specifiers.map(({ exported }) => exported.name)
    return declaration.declarations?.map(({ id }) => id.name) ?? [declaration.id?.name]
  })

/** Declarations of a module and file names use the names of the field. CONTRIBUTING.md has a glossary. */
export const names = {
  create(context) {
    const old = replaced[getPackageOfFile(context.filename)] ?? {}
    const check = (id) => {
      if (id?.type !== "Identifier") return
      if (Object.hasOwn(old, id.name))
        context.report({ node: id, message: `"${id.name}" was replaced by "${old[id.name]}"` })
      else if (vague.some((pattern) => pattern.test(id.name)))
        context.report({
          node: id,
          message: `"${id.name}" does not say what it is: use a noun, or a verb first`,
        })
    }
    const checkStatement = (statement) => {
      const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
      if (declaration?.type === "VariableDeclaration")
        for (const { id } of declaration.declarations) check(id)
      else if (/^(Function|Class|TSInterface|TSTypeAlias)/.test(declaration?.type ?? ""))
        check(declaration.id)
    }
    return {
      Program: (program) => {
        const [name = ""] = basename(context.filename).split(".")
        if (noNoun.test(name) && !exportedNames(program).includes(name) && !isTest(context.filename))
          context.report({
            node: program,
            message: `"${name}" is no noun: name a file after its main export`,
          })
        if (isTest(context.filename)) {
          if (/(Of|Said|Told|Asked)$|^(without|outside|elsewhere)/.test(name))
            context.report({
              node: program,
              message: `"${name}" is no noun: name a test after what it tests`,
            })
          return
        }
        for (const statement of program.body) checkStatement(statement)
      },
    }
  },
}
