import { quoteWord } from "../terminal/quoteWord.ts"
import type { KeyFlags, SharedOptions } from "./CommandPlan.ts"

const formatFlag = (name: string, value: string | number | null): readonly string[] =>
  value === null ? [] : [`--${name} ${quoteWord(`${value}`)}`]

/** What was typed of where to ask, as it is typed again. The network is for the command to name. */
export const endpointFlags = ({ endpoints, projectId, relay, rpc }: SharedOptions): readonly string[] => [
  ...formatFlag("project-id", projectId),
  ...formatFlag("endpoints", endpoints),
  ...formatFlag("relay", relay),
  ...rpc.flatMap(({ network, url }) => formatFlag("rpc", `${network}=${url}`)),
]

/** What was typed of where the key is. A password that was typed at the prompt must come from somewhere else. */
export const signingFlags = ({ account, keyFile, keystore, passwordFile }: KeyFlags): readonly string[] => [
  ...formatFlag("account", account),
  ...formatFlag("key-file", keyFile),
  ...formatFlag("keystore", keystore),
  ...formatFlag("password-file", passwordFile),
  ...(keystore !== null && passwordFile === null ? ["--password-file <path>"] : []),
]
