/** The short pages that the footer's Help column links to. */
import { data, Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { HELP_TOPICS, type HelpTopic } from '../../../server/shared/pages'
import { AskStudio } from '../../components/contact/AskStudio'
import { ContactWays } from '../../components/contact/ContactWays'
import { PageHead } from '../../components/page/PageHead'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import styles from './HelpPage.module.css'
import { TOPICS } from './topics'

/** Throws a 404 response for an unknown topic. */
export function loader({ params }: LoaderFunctionArgs): HelpTopic {
  const topic = HELP_TOPICS.find((name) => name === params.topic)
  if (!topic) throw data(null, { status: 404 })
  return topic
}

export function Component() {
  const topic = useLoaderData<typeof loader>()
  const page = TOPICS[topic]
  const { contactEmail, takesQuestions } = useShopSettings()
  const topics = HELP_TOPICS.map((name) => (
    <Link key={name} to={paths.help(name)} aria-current={name === topic ? 'page' : undefined}>
      {TOPICS[name].title}
    </Link>
  ))
  const parts = page.parts.filter(({ byEmail }) => !byEmail || contactEmail)
  return (
    <div className={`wrap page ${styles.page}`}>
      <PageHead title={page.title} description={page.parts[0]!.text} path={paths.help(topic)} />
      <nav aria-label="Help topics">
        <div className={styles.topics}>{topics}</div>
        {/* On a phone, the list is folded. */}
        <details key={topic} className={styles.menu}>
          <summary>{page.title}</summary>
          {topics}
        </details>
      </nav>
      <article className={styles.text}>
        <h1>{page.title}</h1>
        {topic === 'contact' && (
          <div className={styles.ask}>
            {takesQuestions && (
              <AskStudio subject={null} look="primary">
                Send us a message
              </AskStudio>
            )}
            <ContactWays />
          </div>
        )}
        {parts.map(({ id, heading, text, byEmail }) => {
          const answer = (
            <>
              {byEmail && (
                <a href={`mailto:${contactEmail}`} className="text-link">
                  {contactEmail}
                </a>
              )}
              <p>{text}</p>
            </>
          )
          return page.isFolded ? (
            <details key={heading} id={id}>
              <summary>
                <h2>{heading}</h2>
              </summary>
              {answer}
            </details>
          ) : (
            <section key={heading} id={id}>
              <h2>{heading}</h2>
              {answer}
            </section>
          )
        })}
      </article>
    </div>
  )
}
