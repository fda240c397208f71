import { statSync } from "node:fs"
import { describeOldNode } from "@wmodal/api/node/version"
import { Effect } from "effect"
import type { Context } from "../session/Context.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import type { Check } from "./Check.ts"

const toMachineCheck = (name: string, status: Check["status"], detail: string): Check => ({
  name,
  status,
  about: "machine",
  detail,
})

export const checkNode = (version: string): Check => {
  const problem = describeOldNode("wmodal", version)
  return problem === null
    ? toMachineCheck("node", "ok", `Node ${version}`)
    : toMachineCheck("node", "failed", problem)
}

export const checkStorage = (folder: StateFolder): Check => {
  try {
    const probe = "probe.json"
    folder.writeText(probe, "{}")
    const mode = statSync(`${folder.path}/${probe}`).mode & 0o777
    folder.remove(probe)
    return process.platform === "win32" || mode === 0o600
      ? toMachineCheck("storage", "ok", `${folder.path} (files 0600)`)
      : toMachineCheck("storage", "failed", `${folder.path}: files get mode ${mode.toString(8)}, not 600`)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown"
    return toMachineCheck("storage", "failed", `${folder.path} cannot be written (${code})`)
  }
}

const checkTerminal = ({ facts, terminal }: Context): Check =>
  toMachineCheck(
    "terminal",
    "ok",
    [
      facts.stdout.isTTY === true ? `${terminal.columns} columns` : "no screen",
      terminal.colour ? "colours" : "no colours",
      terminal.asks ? "interactive" : "not interactive: use --yes and flags",
    ].join(", "),
  )

/** Checks the chain engines of `wmodal mock`. */
const checkEngines: Effect.Effect<readonly Check[]> = Effect.promise(async () => {
  const { findAnvil, findMissingEngines } = await import("@wmodal/mock-server")
  const missing = new Map((await findMissingEngines()).map(({ namespace, reason }) => [namespace, reason]))
  const anvil = missing.get("eip155")
  const litesvm = missing.get("solana")
  return [
    anvil === undefined
      ? toMachineCheck("anvil", "ok", findAnvil())
      : toMachineCheck("anvil", "noted", `wmodal mock cannot start EVM chains: ${anvil}`),
    litesvm === undefined
      ? toMachineCheck("litesvm", "ok", "loaded")
      : toMachineCheck("litesvm", "noted", `wmodal mock cannot start Solana chains: ${litesvm}`),
  ]
})

export const checkMachine = (context: Context): Effect.Effect<readonly Check[]> =>
  Effect.map(checkEngines, (engines) => [
    checkNode(process.versions.node),
    checkStorage(context.folder),
    checkTerminal(context),
    ...engines,
  ])
