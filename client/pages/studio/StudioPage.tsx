/**
 * Who makes the ceramics, how a piece is thrown, and what seconds are: three sections, each with a photo and a short
 * text.
 */
import { use } from 'react'
import { breadcrumbs, PageHead, PublicOrigin } from '../../components/page/PageHead'
import { ButtonLink } from '../../components/Button'
import { Photo } from '../../components/photo/Photo'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import styles from './StudioPage.module.css'

const PARTS = [
  {
    photo: 'grand-moon-jar-2',
    alt: 'A white moon jar on a wooden bench, beside books and a small celadon cup',
    heading: 'Who makes it',
    text: [
      'A small studio with a few wheels, two kilns and a long table by the window. Whoever throws a bowl also trims it, glazes it and looks it over when it comes out of the kiln.',
      'We make in small batches, so the shelf changes through the year. When a piece is sold out, it usually comes back with the next firing.',
    ],
  },
  {
    photo: 'ochre-spiral-side-plate-3',
    alt: 'The throwing rings of an ochre plate, seen from close by',
    heading: 'How a piece is thrown',
    text: [
      'A lump of clay is wedged, centred on the wheel and opened with both thumbs. The walls come up in three or four pulls; the rings that you feel under the glaze are the marks of the fingers.',
      'It dries slowly under a cloth, is trimmed, and is fired once. Then it is dipped in glaze and fired again, hot enough for the clay to close. From the wheel to the shelf it takes about three weeks.',
    ],
  },
  {
    photo: 'speckled-oat-tumbler-3',
    alt: 'Dark specks in the glaze of an oat-coloured tumbler',
    heading: 'What seconds are',
    text: [
      'Clay and fire have their own mind. Specks, a pinhole or a glaze that ran a little further are part of the work, and no two pieces are alike to the millimetre.',
      'What leaks, rocks on the table or has a sharp edge is never sold. What only looks different from its photograph we call a second: it holds tea just as well.',
    ],
  },
]

const DESCRIPTION = 'Who makes our ceramics, how a piece is thrown on the wheel, and what seconds are.'
const PHOTO = { url: '/photos/grand-moon-jar-2.webp', alt: PARTS[0]!.alt }

export function Component() {
  const { name } = useShopSettings()
  const origin = use(PublicOrigin)
  const trail = breadcrumbs(origin, [{ name: 'Our studio', path: paths.studio() }])
  return (
    <div className={`wrap page ${styles.page}`}>
      <PageHead title="Our studio" description={DESCRIPTION} path={paths.studio()} photo={PHOTO} data={[trail]} />
      <header className={styles.head}>
        <h1>Our studio</h1>
        <p>{name} is a pottery first and a shop second. This is where the pieces come from.</p>
      </header>
      {PARTS.map(({ photo, alt, heading, text }, i) => (
        <section key={photo} className={styles.part} aria-labelledby={photo}>
          <Photo
            image={{ __typename: 'Image', url: `/photos/${photo}.webp`, alt, width: 1400, height: 1400 }}
            eager={i === 0}
            sizes="(max-width: 820px) 100vw, (max-width: 1240px) 52vw, 620px"
          />
          <div className={styles.text}>
            <h2 id={photo}>{heading}</h2>
            {text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </section>
      ))}
      <p className={styles.shop}>
        <ButtonLink to={paths.products()}>Shop All</ButtonLink>
      </p>
    </div>
  )
}
