import { quoteWord } from "../terminal/quoteWord.ts"
import type { KeyFlags, SharedOptions } from "./CommandPlan.ts"

const formatFlag = (name: string, value: string | number | null): readonly string[] =>
  value === null ? [] : [`--${name} ${quoteWord(`${value}`)}`]

/** Returns the given endpoint flags for a repeated command, which names the network itself. */
export const endpointFlags = ({ endpoints, projectId, relay, rpc }: SharedOptions): readonly string[] => [
  ...formatFlag("project-id", projectId),
  ...formatFlag("endpoints", endpoints),
  ...formatFlag("relay", relay),
  ...rpc.flatMap(({ network, url }) => formatFlag("rpc", `${network}=${url}`)),
]

/**
 * Returns the given key flags for a repeated command. A password that was typed at the prompt must come from another
 * source.
 */
export const signingFlags = ({ account, keyFile, keystore, passwordFile }: KeyFlags): readonly string[] => [
  ...formatFlag("account", account),
  ...formatFlag("key-file", keyFile),
  ...formatFlag("keystore", keystore),
  ...formatFlag("password-file", passwordFile),
  ...(keystore !== null && passwordFile === null ? ["--password-file <path>"] : []),
]
