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

/** Returns the code that makes a modal with these settings, to copy into a page. */
export const makeCode = (settings: Settings, mode: "light" | "dark" | "auto"): string => {
  const options = Object.entries({ ...(mode !== "auto" && { themeMode: mode }), ...toOptions(settings) })
  return [
    `import { createWModal, evm, mainnet } from "@wmodal/modal-web"`,
    ...(settings.siwx ? [`import { siwxServer } from "@wmodal/modal-web/siwx"`] : []),
    "",
    ...(settings.direction === "rtl" ? [`document.documentElement.dir = "rtl"`, ""] : []),
    "export const modal = createWModal({",
    "  chains: [evm()],",
    "  networks: [mainnet],",
    ...(settings.siwx ? [`  siwx: siwxServer({ url: "/auth" }),`] : []),
    ...options.map(([name, value]) => `  ${name}: ${format(value, 1)},`),
    "})",
  ].join("\n")
}
