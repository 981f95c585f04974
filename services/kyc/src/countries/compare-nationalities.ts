// Concatenated alpha-3 and alpha-2 codes; Kosovo's are user-assigned. Source: ISO 3166-1.
const TABLE = `
ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI
BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT
BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU
CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET
FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR
GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR
IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB
LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH
MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE
NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL
PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE RKSXK ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH
SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY
TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM
URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW
`
const ALPHA2: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split(/\s+/)
    .map((word) => [word.slice(0, 3), word.slice(3)]),
)

const ALPHA3: ReadonlyMap<string, string> = new Map([...ALPHA2].map(([alpha3, alpha2]) => [alpha2, alpha3]))

/** Codes of British nationals other than citizens. Source: ICAO 9303 part 3, section 5. */
const BRITISH: ReadonlySet<string> = new Set(['GBD', 'GBN', 'GBO', 'GBP', 'GBS'])

/** Returns the ISO 3166-1 alpha-3 code of an alpha-2 code, or null if it is not a country. */
export const alpha3Of = (alpha2: string): string | null => ALPHA3.get(alpha2) ?? null

/** Returns the alpha-3 code of the country of an ICAO 9303 code. A code without a country is returned unchanged. */
export const countryOf = (document: string): string => (BRITISH.has(document) ? 'GBR' : document)

/**
 * Returns whether the nationality of a profile (ISO 3166-1 alpha-2) equals that of a document (alpha-3 or an ICAO 9303
 * code). Codes without a country, such as UTO of specimens or XXA of stateless persons, never match.
 */
export function isSameNationality(profile: string | null, document: string): boolean {
  const stated = ALPHA2.get(countryOf(document))
  return stated !== undefined && stated === profile
}
