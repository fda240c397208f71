import { html } from "hono/html"
import { type Markup, renderLayout } from "./layout.ts"

/** Renders the inbox with every email of a world's secure site. */
export const renderInboxPage = (): Markup =>
  renderLayout({
    title: "Inbox",
    script: "inbox.js",
    kind: "page",
    body: html`<main class="card wide">
<div class="head"><h1>Inbox</h1><p>All emails of this test world.</p></div>
<ol id="mails" class="stack" reversed></ol>
<p class="status" id="empty" role="status">No emails yet.</p>
<p class="problem" id="problem" role="alert"></p>
</main>`,
  })
