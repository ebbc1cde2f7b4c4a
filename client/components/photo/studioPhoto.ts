/** The photo of the studio, which several pages show. */
export const STUDIO_PHOTO = {
  __typename: 'Image' as const,
  url: '/photos/studio-wheel.webp',
  alt: 'A potter in an apron behind a bowl just thrown on the wheel, with a sponge and a bowl of water',
  width: 1600,
  height: 1067,
}
