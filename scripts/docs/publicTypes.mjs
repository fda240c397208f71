import { createRequire } from "node:module"
import { join } from "node:path"

// TypeScript 7 has no JavaScript API yet; API Extractor brings one that has.
const require = createRequire(createRequire(import.meta.url).resolve("@microsoft/api-extractor"))
const ts = require("typescript")

/** Returns the type of a declaration as its author wrote it, on one line. */
const writeType = (declaration) => {
  const written = declaration?.type ?? declaration
  const text = written === undefined ? "" : written.getText()
  return text
    .replaceAll(/\/\*\*[^]*?\*\//g, "")
    .replaceAll(/import\("[^"]*"\)\./g, "")
    .replaceAll(/\s+/g, " ")
}

/**
 * Opens the built types of the modal. Each symbol is described by plain values: name, text of its docstring, type as
 * written, members. It reads `dist/types`, so build first.
 */
export const openPublicTypes = (root) => {
  const file = (name) => join(root, "apps/modal-web/dist/types", `${name}.d.ts`)
  const program = ts.createProgram(["index", "react", "elements", "siwx", "ssr"].map(file), {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: [],
  })
  const checker = program.getTypeChecker()

  const describe = (symbol) => {
    const [declaration] = symbol.getDeclarations() ?? []
    const tags = symbol
      .getJsDocTags(checker)
      .map(({ name, text }) => ({ name, text: ts.displayPartsToString(text).replaceAll(/\s+/g, " ").trim() }))
    return {
      name: symbol.getName(),
      text: ts
        .displayPartsToString(symbol.getDocumentationComment(checker))
        .replaceAll(/\s*\n\s*/g, " ")
        .trim(),
      tags,
      isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
      type: writeType(declaration),
      isFunction: declaration !== undefined && /^(?:<[^>]*>)?\(/.test(writeType(declaration)),
    }
  }

  /** Returns the members that this repository declares: those of `HTMLElement`, for example, are known. */
  const describeMembers = (type) =>
    checker
      .getPropertiesOfType(type)
      .filter((symbol) =>
        (symbol.getDeclarations() ?? []).some(
          (declaration) => !declaration.getSourceFile().fileName.includes("/node_modules/"),
        ),
      )
      .map(describe)

  const exportsOf = (name) => {
    const source = program.getSourceFile(file(name))
    const symbol = source && checker.getSymbolAtLocation(source)
    if (symbol === undefined) throw new Error(`${file(name)} is missing. Run npm run build.`)
    return checker
      .getExportsOfModule(symbol)
      .map((one) => ((one.flags & ts.SymbolFlags.Alias) === 0 ? one : checker.getAliasedSymbol(one)))
  }

  const find = (entry, name) => {
    const symbol = exportsOf(entry).find((one) => one.getName() === name)
    if (symbol === undefined) throw new Error(`${entry} has no export ${name}.`)
    return symbol
  }

  return {
    /** The exports of an entry point, sorted by name. */
    list: (entry) =>
      exportsOf(entry)
        .map((symbol) => ({
          ...describe(symbol),
          isType: (symbol.flags & ts.SymbolFlags.Value) === 0,
        }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    /** A type with its members, also inherited ones and those of intersections. */
    describeType: (entry, name) => {
      const symbol = find(entry, name)
      return { ...describe(symbol), members: describeMembers(checker.getDeclaredTypeOfSymbol(symbol)) }
    },
    /** The members of what a function returns, of its first argument, or of a member. */
    describePart: (entry, path) => {
      const [name, ...rest] = path.split(".")
      const symbol = find(entry, name)
      const [declaration] = symbol.getDeclarations() ?? []
      let type =
        (symbol.flags & ts.SymbolFlags.Value) === 0
          ? checker.getDeclaredTypeOfSymbol(symbol)
          : checker.getTypeOfSymbolAtLocation(symbol, declaration)
      for (const step of rest) {
        const [signature] = type.getCallSignatures()
        if (step === "()") type = signature.getReturnType()
        else if (step === "0") type = checker.getTypeOfSymbol(signature.getParameters()[0])
        else {
          const member = checker.getPropertyOfType(checker.getNonNullableType(type), step)
          if (member === undefined) throw new Error(`${path} has no ${step}.`)
          type = checker.getTypeOfSymbol(member)
        }
        type = checker.getNonNullableType(type)
      }
      return describeMembers(type)
    },
    /** The custom elements of the page, with the attributes that each has in JSX. */
    elements: () => {
      const tags = new Map()
      for (const source of program.getSourceFiles()) {
        if (source.fileName.includes("/node_modules/")) continue
        ts.forEachChild(source, function visit(node) {
          if (ts.isInterfaceDeclaration(node) && node.name.text === "IntrinsicElements")
            for (const member of node.members) tags.set(member.name.text, member)
          ts.forEachChild(node, visit)
        })
      }
      return [...tags].map(([name, member]) => ({
        name,
        text: ts.displayPartsToString(
          checker.getSymbolAtLocation(member.name).getDocumentationComment(checker),
        ),
        members: describeMembers(checker.getTypeAtLocation(member.type)),
      }))
    },
  }
}
