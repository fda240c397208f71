import { defineConfig } from "@playwright/test"

const executablePath = process.env.CHROMIUM

export default defineConfig({
  testDir: "tests",
  // Without CHROMIUM the browser is the one of `npx playwright install chromium`.
  use: { baseURL: "http://localhost:4180", launchOptions: { ...(executablePath && { executablePath }) } },
  webServer: { command: "npm run build && npm start", url: "http://localhost:4180" },
})
