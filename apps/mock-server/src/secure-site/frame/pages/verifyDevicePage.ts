import { html } from "hono/html"
import { type Markup, renderLayout } from "./layout.ts"

/** Renders the target of the link in an email. It requires a button press, because mail programs open links too. */
export const renderVerifyDevicePage = (): Markup =>
  renderLayout({
    title: "Confirm your new device",
    script: "verifyDevice.js",
    kind: "page",
    body: html`<main class="card">
<span class="badge mark" aria-hidden="true">✓</span>
<div class="head"><h1 id="title" tabindex="-1">Is this you?</h1>
<p id="words" hidden><b><bdi id="origin"></bdi></b> wants to sign in with your email on a new device. Allow it only if you are signing in there now, on your own device.</p></div>
<button class="primary" type="button" id="confirm" hidden>Yes, allow this device</button>
<p class="status" id="status" role="status"></p>
<p class="problem" id="problem" role="alert"></p>
</main>`,
  })
