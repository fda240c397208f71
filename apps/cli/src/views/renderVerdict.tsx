import type { SiwxVerdict } from "@wmodal/siwx"
import type { ReactElement } from "react"
import { Panel } from "./Panel.tsx"

const looks = {
  Valid: { title: "Valid", mark: "✓", tone: "green" },
  Invalid: { title: "Invalid", mark: "✗", tone: "red" },
  Unknown: { title: "Not verified", mark: "?", tone: "yellow" },
} as const

/** Renders the result of a verification. */
export const renderVerdict =
  (verdict: SiwxVerdict) =>
  (columns: number): ReactElement => {
    const fields =
      verdict._tag === "Valid"
        ? [
            { label: "Account", text: verdict.message.address },
            { label: "Domain", text: verdict.message.domain },
            ...(verdict.chainId === null ? [] : [{ label: "Network", text: verdict.chainId }]),
            ...(verdict.message.expirationTime === undefined
              ? []
              : [{ label: "Expires", text: verdict.message.expirationTime }]),
          ]
        : [{ label: "Reason", text: verdict.text }]
    return <Panel {...looks[verdict._tag]} fields={fields} columns={columns} />
  }
