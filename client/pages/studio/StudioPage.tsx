/** The studio page: who makes the ceramics, how they are made, and how the glazes are tested. Each section has a photo. */
import { use } from 'react'
import { breadcrumbs, PageHead, PublicOrigin } from '../../components/page/PageHead'
import { ButtonLink } from '../../components/Button'
import { Photo } from '../../components/photo/Photo'
import { STUDIO_PHOTO } from '../../components/photo/studioPhoto'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import styles from './StudioPage.module.css'

/** All photos of this page have the same size. */
const photo = (name: string, alt: string) => ({ ...STUDIO_PHOTO, url: `/photos/${name}.webp`, alt })

const PARTS = [
  {
    id: 'who',
    photo: STUDIO_PHOTO,
    heading: 'Who makes it',
    text: [
      'Nandini throws the bowls, cups and planters. Arjun makes the plates, mixes the glazes and fires the kilns. They share one workshop in Bengaluru, with three wheels, two kilns and a long table by the window.',
      'They work in small batches. When an item is sold out, it usually comes back with the next firing.',
    ],
  },
  {
    id: 'kiln',
    photo: photo('studio-kiln', 'An open kiln packed with unglazed plates, tumblers, cups, kulhads and bowls'),
    heading: 'From clay to kiln',
    text: [
      'We wedge each lump of clay, centre it on the wheel and open it with both thumbs. Three or four pulls bring the walls up. The rings that you feel under the glaze are finger marks.',
      'It dries slowly under a cloth. We trim it, fire it once, glaze it and fire it again. This takes about three weeks.',
    ],
  },
  {
    id: 'glazes',
    photo: photo(
      'studio-glazes',
      'Eighteen glaze test tiles on a board, with a chai cup, a tumbler and a small bowl next to them',
    ),
    heading: 'Glazes and small differences',
    text: [
      'We test every glaze on small tiles first.',
      'No two items are exactly alike. Specks, a pinhole or a glaze that ran a little are part of handmade work. We do not sell an item that leaks, wobbles or has a sharp edge.',
    ],
  },
]

const DESCRIPTION = 'Who makes our ceramics in Bengaluru, how clay becomes a cup, and how we test our glazes.'

export function Component() {
  const { name } = useShopSettings()
  const origin = use(PublicOrigin)
  const trail = breadcrumbs(origin, [{ name: 'Our studio', path: paths.studio() }])
  return (
    <div className={`wrap page ${styles.page}`}>
      <PageHead
        title="Our studio"
        description={DESCRIPTION}
        path={paths.studio()}
        photo={STUDIO_PHOTO}
        data={[trail]}
      />
      <header className={styles.head}>
        <h1>Our studio</h1>
        <p>{name} is a small pottery in Bengaluru. Two potters make everything in this shop by hand.</p>
      </header>
      {PARTS.map(({ id, photo: image, heading, text }, i) => (
        <section key={id} className={styles.part} aria-labelledby={id}>
          <Photo image={image} eager={i === 0} sizes="(max-width: 820px) 100vw, (max-width: 1240px) 52vw, 620px" />
          <div className={styles.text}>
            <h2 id={id}>{heading}</h2>
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
