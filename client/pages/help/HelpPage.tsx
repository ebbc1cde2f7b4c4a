/** The short pages behind the footer's Help column. */
import { Link, useParams } from 'react-router-dom'
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { NoPageHead, PageHead } from '../../components/PageHead'
import { paths, type HelpTopic } from '../../paths'
import styles from './HelpPage.module.css'
import { TOPICS } from './topics'

const isTopic = (name: string): name is HelpTopic => Object.hasOwn(TOPICS, name)

export function Component() {
  const { topic = '' } = useParams()
  const page = isTopic(topic) ? TOPICS[topic] : null

  if (!page) {
    return (
      <div className="wrap page">
        <NoPageHead />
        <EmptyState sentence="Oops! Could not find the page!">
          <ButtonLink to={paths.home()}>Back to the shop</ButtonLink>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={`wrap page ${styles.page}`}>
      <PageHead title={page.title} description={page.parts[0]!.text} path={paths.help(topic as HelpTopic)} />
      <nav aria-label="Help topics" className={styles.topics}>
        {(Object.keys(TOPICS) as HelpTopic[]).map((name) => (
          <Link key={name} to={paths.help(name)} aria-current={name === topic ? 'page' : undefined}>
            {TOPICS[name].title}
          </Link>
        ))}
      </nav>
      <article className={styles.text}>
        <h1>{page.title}</h1>
        {page.parts.map(({ heading, text }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </section>
        ))}
      </article>
    </div>
  )
}
