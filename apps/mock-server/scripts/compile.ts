import { readFileSync } from "node:fs"
import solc from "solc"

/** What is read of solc's standard JSON output. */
interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Readonly<Record<string, Readonly<Record<string, Compiled>>>>
}
interface Compiled {
  readonly evm: { readonly bytecode: { readonly object: string } }
}

const tokens = ["MockUsdCoin", "MockDai"] as const

const source = (name: string) => ({
  content: readFileSync(new URL(`../contracts/${name}.sol`, import.meta.url), "utf8"),
})

/**
 * Compiles the two tokens with the pinned solc. Without the metadata hash: comments do not change the code.
 * @returns the creation code of each as 0x-hex, in the order in which they are deployed.
 */
export const compileTokens = (): readonly string[] => {
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(["MockToken", ...tokens].map((name) => [`${name}.sol`, source(name)])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: "none", appendCBOR: false },
      outputSelection: { "*": { "*": ["evm.bytecode.object"] } },
    },
  }
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input)))
  const errors = (output.errors ?? []).filter((error) => error.severity === "error")
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join("\n"))
  return tokens.map((name) => {
    const compiled = output.contracts[`${name}.sol`]?.[name]
    if (compiled === undefined) throw new Error(`solc gave no code for ${name}`)
    return `0x${compiled.evm.bytecode.object}`
  })
}
