/** The reference pages, as text of Markdown, and what lacks a docstring. */

const entities = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "[": "&#91;",
  "]": "&#93;",
  "*": "&#42;",
  _: "&#95;",
  "|": "&#124;",
  "`": "&#96;",
}
const escapeCode = (text) => text.replaceAll(/[&<>[\]*_|`]/g, (sign) => entities[sign])

/** Escapes what Markdown would read as HTML, outside of code. */
const escapeText = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`")
        ? part
        : part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(/[*_]/g, "\\$&"),
    )
    .join("")

const inCell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ")

const anchor = (name) => name.toLowerCase()

/** Where a member's text comes from, with the tags of its docstring. */
const describe = ({ text, tags }) =>
  [
    text,
    ...tags
      .filter(({ name }) => ["throws", "returns", "deprecated", "default"].includes(name))
      .map(({ name, text: more }) =>
        name === "deprecated"
          ? `Deprecated. ${more}`
          : `${name === "throws" ? "Throws" : name === "returns" ? "Returns" : "Default:"} ${more}`,
      ),
  ]
    .filter((part) => part !== "")
    .join(" ")

const notice = "<!-- Generated from the types and docstrings by scripts/docs. Do not edit. -->"

/** Returns the pages by name, and the names of members without a docstring. */
export const makeReference = (types) => {
  const faults = []
  const typeNames = new Set()
  const inventory = [
    ...types.list("index"),
    ...types.list("react"),
    ...types.list("siwx"),
    ...types.list("ssr"),
  ].filter(({ isType }) => isType)
  for (const { name } of inventory) typeNames.add(name)

  /** Links the types that a type names. */
  const code = (type) =>
    `<code v-pre>${escapeCode(type).replaceAll(/\b[A-Z]\w+\b/g, (name) =>
      typeNames.has(name) ? `<a href="./types#${anchor(name)}">${name}</a>` : name,
    )}</code>`

  const table = (owner, members, { head = "option" } = {}) => [
    `| ${head} | meaning |`,
    "|---|---|",
    ...members.map((member) => {
      const said = describe(member)
      if (said === "") faults.push(`${owner}.${member.name}`)
      const name = `**\`${member.name}\`**${head === "option" && !member.isOptional ? " (required)" : ""}`
      return `| ${name}<br>${inCell(code(member.type))} | ${inCell(escapeText(said))} |`
    }),
    "",
  ]
  const list = (owner, members, level = "###") =>
    members.flatMap((member) => {
      const said = describe(member)
      if (said === "") faults.push(`${owner}.${member.name}`)
      return [`${level} \`${member.name}\``, "", code(member.type), "", escapeText(said), ""]
    })
  const page = (title, ...lines) => [notice, "", `# ${title}`, "", ...lines.flat()].join("\n")

  const options = types.describeType("index", "WModalOptions")
  const isRequired = ({ isOptional }) => !isOptional
  const part = (title, intro, path, settings) => [
    `## ${title}`,
    "",
    intro,
    "",
    ...table(title, types.describePart("index", path), settings),
  ]
  const optionsPage = page(
    "Options",
    "`createWModal(options)` takes these. Everything but `chains` and `networks` has a default, and a wrong option never throws: the modal shows it, and `optionsErrors` of the state lists it.",
    "",
    table("WModalOptions", [
      ...options.members.filter(isRequired),
      ...options.members
        .filter(({ isOptional }) => isOptional)
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    ]),
    part(
      "endpoints",
      "Base URLs of servers. Without one, what needs it is not offered. See [your own servers](../recipes/own-servers.md).",
      "WModalOptions.endpoints",
    ),
    part("features", "What the modal offers. A feature that is off loads no code.", "WModalOptions.features"),
    part(
      "metadata",
      "Your dApp, as wallets show it. By default the title, description, address and icon of the page.",
      "WModalOptions.metadata",
    ),
    part(
      "evm(options)",
      "`chains: [evm()]` connects wallets of Ethereum and other EVM networks. `solana()`, `bitcoin()` and `polkadot()` need no options.",
      "evm.0",
    ),
    part(
      "A chain of your own in networks",
      "A network of the table, such as `mainnet`, or an object like one of `viem/chains`:",
      "EvmChain",
      {},
    ),
  )

  const members = types.describeType("index", "WModal").members
  const isChange = ({ name }) => /^(?:subscribe|watch)/.test(name)
  const isRead = ({ name }) => /^get|^networks$/.test(name)
  const modalPage = page(
    "The modal",
    "What `createWModal` returns. Actions never throw into your page: those with an outcome return `{ ok: false, error }`, where `error.tag` is stable and `error.text` is for users.",
    "",
    "## Actions",
    "",
    list(
      "WModal",
      members.filter((one) => !isChange(one) && !isRead(one)),
    ),
    "## Reading",
    "",
    list("WModal", members.filter(isRead)),
    "## Following changes",
    "",
    "Each returns a function that stops it.",
    "",
    list("WModal", members.filter(isChange)),
    "## State",
    "",
    "`getState()` returns it, and `subscribe` calls with it.",
    "",
    table("WModalState", types.describeType("index", "WModalState").members, { head: "field" }),
    "## What `watch` follows",
    "",
    table("HostValues", types.describeType("index", "HostValues").members, { head: "name" }),
  )

  const react = types.list("react").filter(({ isType }) => !isType)
  const hooks = react.filter(({ name }) => name.startsWith("use"))
  const results = (name) => {
    const found = types.describePart("react", `${name}.()`)
    return found.length === 0 ? [] : table(name, found, { head: "field" })
  }
  const hooksPage = page(
    "Hooks and components",
    "`@wmodal/modal-web/react`, for React 18.2 and later. All of them need a `<WModalProvider>` above them.",
    "",
    "## Components",
    "",
    react
      .filter(({ name }) => !name.startsWith("use"))
      .flatMap((component) => [
        `### \`<${component.name}>\``,
        "",
        escapeText(describe(component)),
        "",
        ...table(component.name, types.describePart("react", `${component.name}.0`), { head: "prop" }),
      ]),
    "## Hooks",
    "",
    hooks.flatMap((hook) => {
      const said = describe(hook)
      if (said === "") faults.push(hook.name)
      return [`### \`${hook.name}\``, "", code(hook.type), "", escapeText(said), "", ...results(hook.name)]
    }),
  )

  const elementsPage = page(
    "Elements",
    'The package defines them once `createWModal` is called, so they work in every framework and in plain HTML. `import "@wmodal/modal-web/elements"` before it adds `<wmodal-account-button>`, `<wmodal-wallet-button>` and the attributes after `namespace`.',
    "",
    "Their look is yours by `::part(button)`, `::part(mark)`, `::part(label)` and `::part(balance)`, and what you put into the slots `start` and `end` is shown around the label.",
    "",
    types
      .elements()
      .flatMap(({ name, members: attributes, text }) => [
        `## \`<${name}>\``,
        "",
        escapeText(text),
        "",
        ...(attributes.length === 0 ? [] : table(name, attributes, { head: "attribute" })),
      ]),
    "Each button also has the property `modal`: the modal that it opens. Without it, it opens the page's first one.",
    "",
  )

  const events = types.describeType("index", "EngineEvents").members
  const eventsPage = page(
    "Events",
    "`modal.subscribeEvents(listener)` and `useEvents(listener)` receive them in your page, whether or not `features.analytics` is on. With it, `endpoints.analytics` receives them too. Each has a `name`, `properties` and a `timestamp` in UTC milliseconds.",
    "",
    "| name | properties | when |",
    "|---|---|---|",
    events.map((event) => {
      if (event.text === "") faults.push(`EngineEvents.${event.name}`)
      const properties = event.type === "Nothing" ? "none" : code(event.type)
      return `| \`${event.name}\` | ${inCell(properties)} | ${inCell(escapeText(event.text))} |`
    }),
    "",
  )

  const themePage = page(
    "Theme",
    "The options `themeMode` and `themeVariables` set the theme, `modal.setThemeMode` and `modal.setThemeVariables` change it. [Theme and language](../recipes/theme.md) shows both.",
    "",
    "## themeVariables",
    "",
    table("ThemeVariables", types.describePart("index", "ThemeVariables"), { head: "variable" }),
    "## Theme",
    "",
    table("Theme", types.describePart("index", "Theme"), { head: "field" }),
  )

  const seen = new Set()
  const typesPage = page(
    "Types",
    "Types that the other pages name, exported by `@wmodal/modal-web`, and by `/react`, `/siwx` and `/ssr` for theirs.",
    "",
    inventory
      .filter(({ name }) => !seen.has(name) && seen.add(name))
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .flatMap((type) => {
        const said = describe(type)
        if (said === "") faults.push(type.name)
        const entry = ["index", "react", "siwx", "ssr"].find((one) =>
          types.list(one).some(({ name }) => name === type.name),
        )
        const isObject = type.type.includes("interface ")
        return [
          `## ${type.name}`,
          "",
          escapeText(said),
          "",
          ...(isObject
            ? table(type.name, types.describePart(entry, type.name), { head: "field" })
            : [code(type.type), ""]),
        ]
      }),
  )

  return {
    pages: {
      options: optionsPage,
      modal: modalPage,
      hooks: hooksPage,
      elements: elementsPage,
      events: eventsPage,
      theme: themePage,
      types: typesPage,
    },
    faults: [...new Set(faults)],
  }
}
