import { readdirSync, readFileSync } from "node:fs"
import solc from "solc"
import * as z from "zod/mini"

const folder = new URL("../contracts/", import.meta.url)

const Code = z.pipe(
  z.object({ object: z.string() }),
  z.transform(({ object }): `0x${string}` => `0x${object}`),
)

/** The fields read from solc's standard JSON output. */
const Output = z.object({
  errors: z.optional(z.array(z.object({ severity: z.string(), formattedMessage: z.string() }))),
  contracts: z.record(
    z.string(),
    z.record(z.string(), z.object({ evm: z.object({ bytecode: Code, deployedBytecode: Code }) })),
  ),
})

/** The code of one contract as 0x-hex. */
export interface Compiled {
  /** The creation bytecode, without the constructor's arguments. */
  readonly creation: `0x${string}`
  /** The deployed bytecode. Valid only without immutables. */
  readonly runtime: `0x${string}`
}

/**
 * Compiles every contract with the pinned solc. Without the metadata hash: comments do not change the code.
 * @returns the code of a contract by its name.
 */
export const compileContracts = (): ((name: string) => Compiled) => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sol"))
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(
      files.map((file) => [file, { content: readFileSync(new URL(file, folder), "utf8") }]),
    ),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: "none", appendCBOR: false },
      outputSelection: { "*": { "*": ["evm.bytecode.object", "evm.deployedBytecode.object"] } },
    },
  }
  const output = Output.parse(JSON.parse(solc.compile(JSON.stringify(input))))
  const problems = output.errors ?? []
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join("\n"))
  return (name) => {
    const evm = output.contracts[`${name}.sol`]?.[name]?.evm
    if (evm === undefined) throw new Error(`Unknown contract: ${name}`)
    return { creation: evm.bytecode, runtime: evm.deployedBytecode }
  }
}
