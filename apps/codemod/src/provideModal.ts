import { Node, ts } from "ts-morph"
import { getSpecifier, listImports } from "./imports.ts"
import { react } from "./names.ts"
import { usesOf, withoutCasts } from "./nodes.ts"
import { addNote, type Source, sourceOf, want } from "./Source.ts"

const isElement = (node: Node | undefined): boolean =>
  Node.isJsxElement(node) || Node.isJsxSelfClosingElement(node) || Node.isJsxFragment(node)

/** The cookie that a component passes to wagmi's `cookieToInitialState`, as code; `null` without one. */
const findCookie = (component: Node | undefined): string | null =>
  component
    ?.getDescendantsOfKind(ts.SyntaxKind.CallExpression)
    .find((call) => call.getExpression().getText() === "cookieToInitialState")
    ?.getArguments()[1]
    ?.getText() ?? null

/** wagmi's provider in a file. */
const findWagmi = ({ file }: Source): readonly Node[] =>
  listImports(file)
    .filter(({ from, imported }) => from === "wagmi" && imported === "WagmiProvider")
    .flatMap(({ local }) => usesOf(local))
    .flatMap((use): Node[] => {
      const tag = use.getParent()
      if (Node.isJsxSelfClosingElement(tag)) return [tag]
      return Node.isJsxOpeningElement(tag) ? [tag.getParentOrThrow()] : []
    })

/** What a file renders: the argument of `root.render(…)`. */
const findRoots = ({ file }: Source): readonly Node[] =>
  file.getDescendantsOfKind(ts.SyntaxKind.CallExpression).flatMap((call) => {
    const [given] = call.getArguments()
    const root = given && withoutCasts(given)
    return root && isElement(root) && call.getExpression().getText().endsWith(".render") ? [root] : []
  })

const isChildren = (node: Node) => /^(?:props\.)?children$/.test(node.getText())

/** What the exported components of a file return. */
const findReturned = ({ file }: Source): readonly Node[] =>
  file
    .getFunctions()
    .filter((one) => one.isExported())
    .flatMap((one) => one.getStatements())
    .flatMap((statement) => {
      const given = Node.isReturnStatement(statement) ? statement.getExpression() : undefined
      const value = given && withoutCasts(given)
      return value && (isElement(value) || isChildren(value)) ? [value] : []
    })

/** Puts `WModalProvider` around the page: outside of wagmi's provider, or around what is rendered. */
export const provideModal = (
  sources: readonly Source[],
  home: Source,
  modalName: string,
  creator: Source,
): void => {
  const place = sources.flatMap(findWagmi)[0] ?? sources.flatMap(findRoots)[0] ?? findReturned(creator).at(-1)
  if (place === undefined) {
    const [first] = creator.file.getStatements()
    if (first) addNote(first, `Put <WModalProvider modal={${modalName}}> around the page.`)
    return
  }
  const source = sourceOf(place)
  want(place, react, "WModalProvider")
  if (source !== home) want(place, getSpecifier(source, home), modalName)
  const cookie = findCookie(place.getFirstAncestor(Node.isFunctionLikeDeclaration))
  if (cookie !== null) want(place, "@wmodal/modal-web/ssr", "cookieToInitialState as cookieToModalState")
  const state = cookie === null ? "" : ` initialState={cookieToModalState(${cookie})}`
  const before = source.file.getFullText().slice(0, place.getStart())
  const [, indent = ""] = /(?:^|\n)([ \t]*)[^\n]*$/.exec(before) ?? []
  // Text that is not an element needs braces.
  const [open, close] = isElement(place) ? ["", ""] : ["{", "}"]
  source.code.prependLeft(place.getStart(), `<WModalProvider modal={${modalName}}${state}>\n${indent}${open}`)
  source.code.appendRight(place.getEnd(), `${close}\n${indent}</WModalProvider>`)
}
