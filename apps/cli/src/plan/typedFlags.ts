import { quoted } from "../terminal/quoted.ts"
import type { KeyFlags, Shared } from "./Plan.ts"

const flag = (name: string, value: string | number | null): readonly string[] =>
  value === null ? [] : [`--${name} ${quoted(`${value}`)}`]

/** What was typed of where to ask, as it is typed again. The network is for the command to name. */
export const worldTyped = ({ endpoints, projectId, relay, rpc }: Shared): readonly string[] => [
  ...flag("project-id", projectId),
  ...flag("endpoints", endpoints),
  ...flag("relay", relay),
  ...rpc.flatMap(({ network, url }) => flag("rpc", `${network}=${url}`)),
]

/** What was typed of where the key is. A password that was typed at the prompt must come from somewhere else. */
export const keyTyped = ({ account, keyFile, keystore, passwordFile }: KeyFlags): readonly string[] => [
  ...flag("account", account),
  ...flag("key-file", keyFile),
  ...flag("keystore", keystore),
  ...flag("password-file", passwordFile),
  ...(keystore !== null && passwordFile === null ? ["--password-file <path>"] : []),
]
