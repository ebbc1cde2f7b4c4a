/** The short pages that the footer's Help column links to, with a search in all of them. */
import { useEffect, useRef, useState } from 'react'
import { data, Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { HELP_TOPICS, type HelpTopic } from '../../../server/shared/pages'
import { AskStudio } from '../../components/contact/AskStudio'
import { ContactWays } from '../../components/contact/ContactWays'
import { Field } from '../../components/form/Field'
import { PageHead } from '../../components/page/PageHead'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import { findAnswers, MAX_HELP_SEARCH, type Answer } from './findAnswers'
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
  const topics = HELP_TOPICS.map((name) => (
    <Link key={name} to={paths.help(name)} aria-current={name === topic ? 'page' : undefined}>
      {TOPICS[name].title}
    </Link>
  ))
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
      {/* The key empties the search on another page. */}
      <Texts key={topic} topic={topic} />
    </div>
  )
}

function Texts({ topic }: { topic: HelpTopic }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // What was typed before the page was hydrated.
  useEffect(() => setText(field.current!.value), [])
  const { contactEmail } = useShopSettings()
  const isShown = ({ part }: Answer) => !part.byEmail || contactEmail !== null
  const answers = findAnswers(text)?.filter(isShown) ?? null
  const page = TOPICS[topic]
  const parts = page.parts.map((part) => ({ topic, part })).filter(isShown)
  return (
    <article className={styles.text}>
      <div className={`with-script ${styles.search}`}>
        <Field
          ref={field}
          label="Search help"
          type="search"
          name="help"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_HELP_SEARCH}
          onChange={({ target }) => setText(target.value)}
        />
        <p role="status">{answers && countText(answers.length)}</p>
      </div>
      {answers ? (
        <>
          <h1>Answers</h1>
          {answers.map((answer) => (
            <Part key={`${answer.topic} ${answer.part.heading}`} {...answer} look="found" />
          ))}
          {answers.length === 0 && <Contact />}
        </>
      ) : (
        <>
          <h1>{page.title}</h1>
          {topic === 'contact' && <Contact />}
          {parts.map((answer) => (
            <Part key={answer.part.heading} {...answer} look={page.isFolded ? 'folded' : 'plain'} />
          ))}
        </>
      )}
    </article>
  )
}

const countText = (count: number): string =>
  count === 0 ? 'No answer has these words. Please ask us.' : count === 1 ? '1 answer' : `${count} answers`

function Contact() {
  const { takesQuestions, phone, whatsApp } = useShopSettings()
  if (!takesQuestions && !phone && !whatsApp) return null
  return (
    <div className={styles.ask}>
      {takesQuestions && (
        <AskStudio subject={null} look="primary">
          Send us a message
        </AskStudio>
      )}
      <ContactWays />
    </div>
  )
}

function Part({ topic, part: { id, heading, text, byEmail }, look }: Answer & { look: 'plain' | 'folded' | 'found' }) {
  const { contactEmail } = useShopSettings()
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
  if (look === 'plain')
    return (
      <section id={id}>
        <h2>{heading}</h2>
        {answer}
      </section>
    )
  return (
    <details id={id} open={look === 'found'}>
      <summary>
        <h2>{heading}</h2>
      </summary>
      {answer}
      {look === 'found' && (
        <Link to={paths.help(topic)} className={`text-link ${styles.from}`}>
          {TOPICS[topic].title}
        </Link>
      )}
    </details>
  )
}
