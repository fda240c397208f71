import { Icon, type IconName } from "./Icon.tsx"

/** One thing that a help page explains. */
export interface HelpTopic {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

/** The topics of a help page, one after the other. */
export const HelpTopics = ({ topics }: { readonly topics: readonly HelpTopic[] }) =>
  topics.map(({ icon, title, text }) => (
    <section key={title} className="help-topic">
      <span className="tile">
        <Icon name={icon} />
      </span>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    </section>
  ))
