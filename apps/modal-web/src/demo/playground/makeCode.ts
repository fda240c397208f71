import { chooseNetworks, serverChoices } from "./networkChoices.ts"
import { mergeOptions } from "./optionChoices.ts"
import { type Settings, toOptions } from "./settings.ts"

const isName = /^[a-z]\w*$/i

/** Formats a value as the code of an object, two spaces deep for each level. */
const format = (value: unknown, depth: number): string => {
  const indent = "  ".repeat(depth)
  if (Array.isArray(value)) return `[${value.map((one) => format(one, depth)).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const lines = Object.entries(value).map(
    ([name, one]) =>
      `${indent}  ${isName.test(name) ? name : JSON.stringify(name)}: ${format(one, depth + 1)},`,
  )
  return `{\n${lines.join("\n")}\n${indent}}`
}

/** The lines of `endpoints`: with the public servers, because those of the playground are this machine's. */
const makeServers = (servers: keyof typeof serverChoices) => {
  const { without } = serverChoices[servers]
  return without === null
    ? { imports: [], before: [], lines: ["  endpoints: {},"] }
    : {
        imports: ["wellKnownEndpoints"],
        before: [`const { ${without.join(", ")}, ...endpoints } = wellKnownEndpoints`, ""],
        lines: [`  projectId: "…",`, "  endpoints,"],
      }
}

/** Returns the code that makes a modal with these settings, to copy into a page. */
export const makeCode = (settings: Settings, mode: "light" | "dark" | "auto"): string => {
  const { net } = settings
  const options = Object.entries(
    mergeOptions(mode === "auto" ? {} : { themeMode: mode }, toOptions(settings)),
  )
  // The shortest start, until networks are chosen.
  const { chains, defaultNetwork, networks } =
    net.chains === null && net.networks === null && net.first === null
      ? { chains: ["evm"], networks: ["mainnet"], defaultNetwork: null }
      : chooseNetworks(net, ["eip155", "solana", "bip122"])
  const servers = net.servers === null ? { imports: [], before: [], lines: [] } : makeServers(net.servers)
  const names = ["createWModal", ...chains, ...networks, ...servers.imports]
  return [
    `import { ${names.join(", ")} } from "@wmodal/modal-web"`,
    ...(settings.siwx ? [`import { siwxServer } from "@wmodal/modal-web/siwx"`] : []),
    "",
    ...(settings.direction === "rtl" ? [`document.documentElement.dir = "rtl"`, ""] : []),
    ...servers.before,
    "export const modal = createWModal({",
    `  chains: [${chains.map((chain) => `${chain}()`).join(", ")}],`,
    `  networks: [${networks.join(", ")}],`,
    ...(defaultNetwork === null ? [] : [`  defaultNetwork: ${defaultNetwork},`]),
    ...servers.lines,
    ...(settings.siwx ? [`  siwx: siwxServer({ url: "/auth" }),`] : []),
    ...options.map(([name, value]) => `  ${name}: ${format(value, 1)},`),
    "})",
  ].join("\n")
}
