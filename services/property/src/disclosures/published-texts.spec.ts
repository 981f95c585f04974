import { describe, expect, it } from '@jest/globals'
import { legalHash } from '../legal/legal-text.js'
import { LEGAL_TEXTS } from '../legal/texts.js'
import { disclosureHash } from './disclosure.js'
import { DISCLOSURES } from './texts.js'

/** The hash of every published version. A changed text is a new version and needs a new line here. */
const PUBLISHED: Record<string, string> = {
  'risk-warning:1': '4a852f48dcf62d5a36d384d20bac9be04e9e9c3fb9acc9791656828d16dcfd62',
  'key-facts:1': '2a9c4229ae395167e8fc5fd9b189436b0dc6791c2985cd58907a1e87b6d18638',
  'fees-and-conflicts:1': '5cac30c18faddad70d7de028a569c1f1fe1c575863b681200249a682552677c8',
  'cooling-off:1': '39f5b083f28ad29b67f07709100751a90edc0c36ce618418f1f82332054881bd',
  'terms:1': 'a5426c97b911a984952df20b5f3d90d3eae14019f1b944c441743c8af7638bce',
  'privacy:1': '017d72fcb9c07ecf615535aa841be30cb48b3e43af8a23dad75300e916430682',
  'complaints:1': '06bfc1852dde49f9ba23c72cba0d50aed680ccdf7c316d5d3571788c042ce2da',
  'risk-warning:2': 'ff342623b496b971533556898d58e0af0beb33a17bd457202fa52f884241c321',
  'key-facts:2': '488cdaae288b2813b2a0ea3b4f7eefe4c8b453f9067cc13aff17c14e341e44eb',
  'fees-and-conflicts:2': 'ae5644b00553385ed74c085893b1a13d13e553124784eead721172aa302708c4',
  'cooling-off:2': '9e1421fa0dea6c080c4aad1937c3ca7eba96dd877542da3369b35f3aafc73aea',
  'terms:2': '769cb8c58639b929b3932ccdfc8539bea8d7c1e62436dd5cd5d92b0fecee29e7',
  'privacy:2': '72a63afa5728bf7bff2828e8729195784f00e87db3ae225ec1711920ff32a166',
  'key-facts:3': '82dc40343945c4e80f09b1b3548024bdcea50e7299a18385334f67aeb94c42b2',
  'terms:3': '3bc1f43be889b6f1f2570775b6fd84e443f9575ddffc1fca4995a9217d1ded71',
  'complaints:2': '6dc41de24aec0fc7f3634542eef10c89315614770d6bdccdf3f8d5b798c0a819',
  'risk-warning:3': 'fb6583ce896fbb24d486aaac1e3bce77c7cb75cfed8f9e3981431dd8056e8005',
  'key-facts:4': '9cab77b2513b9e34588c7e5601c71a93ab3c614b3ffbf96d0971b5cc7567052b',
  'fees-and-conflicts:3': '3bf0e5ace278403598620fb7363808578dc5c5cbf223daca45038d9693bbed9f',
  'cooling-off:3': '7ec11086d65a3cec079a56e5c1981015b6ededffa96ddb19d3783c0ed3d30906',
  'terms:4': 'c9154974ef43e1116befba9f8b9740516d773944273dea9679f2cc51a1701ced',
  'privacy:3': 'aa7f6eaf77bcd16c6453f636aebcacdd74b518ead52a5959cf3401438ada0835',
  'privacy:4': 'a7462a9a0be37b0bd143a23fe691d8df2bb96537c1d0865198207b46754940a5',
  'complaints:3': '4bbd20736cbcabf5283371428a269569bd0ac3e50566c8fff42800fd52cb5708',
  'risk-warning:4': '9f90c9270d95e0268937f0576836df7d946d4db21b543f553dd1f3719dabdfb5',
  'key-facts:5': 'ce5b6909db0f95c52cae08e81526f720726943c3c98302a2b59d5943312593e8',
  'fees-and-conflicts:4': 'fcd5fca38af7c8b49de8310f4028cfa9e32315a5d6919a8a1238cf59e42898f7',
  'cooling-off:4': 'ca09efca7f1129379054bdae05aec1d50014a943aa7f7eeb74c101ffeb9ba2b0',
  'terms:5': 'a798d36dc0879b66e6ea473a2bf8c97b4edc11d2de86e955a113188e6aa512b1',
  'privacy:5': '0cf741b1deb220a641c1dc9db449a0bed3de2815a52b3e6a2002349b61f03cc7',
  'complaints:4': 'c6403a2f43f690575c22adfadce7d6b7b4632fb4e7e25ceedd3597e9ade45b76',
  'key-facts:6': 'a4e196fbed83a7f552dbb104e661779f6c108f5c5020960cf85bf3c484003309',
  'cooling-off:5': '411dbebcd2617a47d6e78ad6e6b1fd235ef72234ef816fd6ad0c38e141907e5c',
  'terms:6': '68e650fe7ba56275eab3f0ab32b5bbd93b7eed40901faae35bd4d79ba48af47b',
}

describe('disclosures and legal texts', () => {
  it('have the hash of their published version', () => {
    const current = [
      ...DISCLOSURES.map((draft) => [`${draft.documentId}:${draft.version}`, disclosureHash(draft)]),
      ...LEGAL_TEXTS.map((draft) => [`${draft.documentId}:${draft.version}`, legalHash(draft)]),
    ]
    expect(current).toHaveLength(7)
    expect(Object.fromEntries(current)).toEqual(
      Object.fromEntries(current.map(([version]) => [version, PUBLISHED[version!]])),
    )
  })
})
