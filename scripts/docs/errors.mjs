import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync, Visitor } from "vite"

const visit = (path, visitors) =>
  new Visitor(visitors).visit(parseSync(path, readFileSync(path, "utf8")).program)

/** Returns the calls of `transient` and `blocked` in a file, with the ids of the messages that each can show. */
const readCalls = (path, messages) => {
  const constants = new Map()
  const calls = []
  const texts = []
  // An argument is a text, a template, a call with one of those, or a constant above.
  const resolve = (node) => (node.type === "Identifier" ? (constants.get(node.name) ?? node) : node)
  visit(path, {
    VariableDeclarator: ({ id, init }) => void constants.set(id.name, init),
    CallExpression: ({ callee, arguments: [tag, title, body] }) => {
      if (/^(?:transient|blocked)$/.test(callee.name) && tag.type === "Literal")
        calls.push({ kind: callee.name, tag: tag.value, title: resolve(title), body: resolve(body) })
    },
    Literal: ({ start, value }) => {
      if (messages.has(value)) texts.push({ start, ids: [value] })
    },
    TemplateLiteral: ({ start, quasis }) => {
      const pattern = RegExp(`^${quasis.map(({ value }) => RegExp.escape(value.cooked)).join("\\w+")}$`)
      const ids = [...messages.keys()].filter((id) => pattern.test(id))
      // A template of most messages says nothing about this error.
      if (ids.length <= 8) texts.push({ start, ids })
    },
  })
  const findIds = ({ start, end }) =>
    texts.filter((text) => start <= text.start && text.start < end).flatMap(({ ids }) => ids)
  return calls.map(({ title, body, ...call }) => ({ ...call, titles: findIds(title), bodies: findIds(body) }))
}

/**
 * Reads which errors the engine describes: their `tag`, whether trying again may help, and their texts. The functions
 * are `transient` and `blocked` of the files `present*.ts`.
 */
export const readErrors = (root) => {
  const list = (pattern) => globSync(pattern, { cwd: root }).map((path) => join(root, path))
  const messages = new Map()
  for (const path of list("libs/core/src/**/*Messages.ts"))
    visit(path, { Property: ({ key, value }) => void messages.set(key.value, value.value) })
  const errors = new Map()
  for (const source of list("libs/core/src/*/present*.ts").filter((path) => !path.includes(".test.")))
    for (const { kind, tag, titles, bodies } of readCalls(source, messages)) {
      const texts = errors.get(tag) ?? []
      for (const [place, id] of titles.entries()) {
        // A title and a body that follow the same template belong together.
        const own =
          bodies.length === titles.length
            ? [bodies[place]]
            : titles.length > 1
              ? bodies.filter((one) => one === `${id}.body`)
              : bodies
        texts.push({ kind, title: messages.get(id), bodies: own.map((one) => messages.get(one)) })
      }
      if (titles.length === 0 && !texts.some(({ title: one }) => one === "{text}"))
        texts.push({ kind, title: "{text}", bodies: bodies.map((id) => messages.get(id)) })
      errors.set(tag, texts)
    }
  if (errors.size < 70)
    throw new Error(`Only ${errors.size} errors were found: have the functions other names?`)
  return [...errors]
    .map(([tag, texts]) => ({ tag, texts }))
    .toSorted((one, other) => one.tag.localeCompare(other.tag))
}

/** A text that only consists of the server's or the wallet's own one is described. */
const escape = (text) => (text === "{text}" ? "The text of the other side" : escapeSigns(text))

const escapeSigns = (text) =>
  text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("{", "&#123;").replaceAll("}", "&#125;")

const describeTexts = (texts) =>
  [...Map.groupBy(texts, ({ title }) => title)]
    .map(([title, all]) =>
      [`**${escape(title)}**`, ...new Set(all.flatMap(({ bodies }) => bodies.map(escape)))].join("<br>"),
    )
    .join("<br>")

const notice = "<!-- Generated from the engine's messages by scripts/docs. Do not edit. -->"

/** Returns the page of the errors by `tag`. */
export const makeErrorsPage = (errors) =>
  [
    notice,
    "",
    "# Errors",
    "",
    "Actions of a modal never throw: they return `{ ok: false, error }`. `error.tag` is one of these and stable between versions; `error.text` is what happened and what to do, in the modal's language. `getState().error` and `optionsErrors` are of the same form. The terminal prints the tag as `code`.",
    "",
    "`getProvider(…).request` rejects with the codes of EIP-1193 instead: see [the modal](./modal#getprovider).",
    "",
    "Five tags are made by the page's own code: `EngineNotLoaded` (the modal's files could not be loaded), `BrowserTooOld` (see [Browsers](../concepts/browsers.md)), `Destroyed`, `methodNotFound` and `invalidInput`.",
    "",
    "| tag | may trying again help? | texts |",
    "|---|---|---|",
    ...errors.map(
      ({ tag, texts }) =>
        `| \`${tag}\` | ${texts.some(({ kind }) => kind === "transient") ? "yes" : "not alone"} | ${describeTexts(texts)} |`,
    ),
    "",
  ].join("\n")

/**
 * Returns the page that is searched for an error's text.
 * @param hints What a developer does, by tag
 */
export const makeTroubleshootingPage = (errors, hints) => {
  const unknown = Object.keys(hints).filter((tag) => !errors.some((error) => error.tag === tag))
  if (unknown.length > 0) throw new Error(`Hints for errors that do not exist: ${unknown.join(", ")}`)
  const texts = errors.flatMap(({ tag, texts: all }) => all.map((text) => ({ ...text, tag })))
  const lines = [...Map.groupBy(texts, ({ tag, title }) => `${tag} ${title}`).values()]
    .toSorted(
      ([one], [other]) =>
        Number(other.tag in hints) - Number(one.tag in hints) || one.title.localeCompare(other.title),
    )
    .flatMap((group) => {
      const [{ tag, title }] = group
      const bodies = [...new Set(group.flatMap((one) => one.bodies))]
      const canRetry = group.some(({ kind }) => kind === "transient")
      return [
        `### ${escape(title)} {#${tag}-${title
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, "-")
          .replaceAll(/^-|-$/g, "")}}`,
        "",
        ...bodies.flatMap((body) => [`> ${escape(body)}`, ""]),
        ...(tag in hints ? [hints[tag], ""] : []),
        `Tag \`${tag}\`. ${canRetry ? "Trying again may help." : "The user, or you, must act first."}`,
        "",
      ]
    })
  return [
    notice,
    "",
    "# Troubleshooting",
    "",
    "Search this page for the text that you see. Errors of the set-up come first. What the modal asked, and of whom, is in `modal.getNetworkLog()`; `wmodal doctor` checks a machine and its endpoints.",
    "",
    "## Before any text is shown",
    "",
    "### The button does nothing",
    "",
    "The modal's files did not load. Look at the browser's network panel: with a Content-Security-Policy, see [Content-Security-Policy](./recipes/csp.md); with a script tag, check that the folder `dist/cdn` is served from the address in `src` and that `integrity` is the hash in its `integrity.json`.",
    "",
    "### `useWModal` throws outside of a provider",
    "",
    'Put `<WModalProvider modal={modal}>` around the components that use hooks or buttons, and in Next into a file that begins with `"use client"`.',
    "",
    "### Only a few wallets are listed",
    "",
    "Without `endpoints.directory` the modal lists the wallets of this browser and a few well-known ones, without icons. Name a directory: for a start that of the [mock server](./start.md#start-the-mock-server).",
    "",
    "## By the text",
    "",
    ...lines,
  ].join("\n")
}
