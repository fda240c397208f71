import DefaultTheme from "vitepress/theme"
import LiveModal from "./LiveModal.vue"
import "./style.css"

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component("LiveModal", LiveModal),
}
