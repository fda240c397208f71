import { expect, it } from "vitest"
import { isSafeApp } from "./isSafeApp.ts"

it.each([
  "https://wallet.example/app/",
  "metamask://",
  "cbwallet://wsegue/",
  "http://127.0.0.1:3000/",
  "tc+x.y-1://a",
])("accepts %s", (href) => {
  expect(isSafeApp(href)).toBe(true)
})

it.each([
  "javascript://%0aalert(1)",
  "JavaScript://%0aalert(1)",
  "javascript:alert(1)",
  "data:text/html,<script>",
  "http://wallet.example/",
  "blob://x",
  "file:///etc/passwd",
  "wallet",
  "//wallet.example",
  "",
])("rejects %s", (href) => {
  expect(isSafeApp(href)).toBe(false)
})
