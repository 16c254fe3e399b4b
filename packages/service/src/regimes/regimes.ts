import { aePdpl } from './ae-pdpl/ae-pdpl.ts'
import { arPdpl } from './ar-pdpl/ar-pdpl.ts'
import { auPrivacyAct } from './au-privacy-act/au-privacy-act.ts'
import { brLgpd } from './br-lgpd/br-lgpd.ts'
import { caPipeda } from './ca-pipeda/ca-pipeda.ts'
import { caQcLaw25 } from './ca-qc-law25/ca-qc-law25.ts'
import { chFadp } from './ch-fadp/ch-fadp.ts'
import { cnPipl } from './cn-pipl/cn-pipl.ts'
import { gdpr } from './gdpr/gdpr.ts'
import { ilPpl } from './il-ppl/il-ppl.ts'
import { inDpdp } from './in-dpdp/in-dpdp.ts'
import { jpAppi } from './jp-appi/jp-appi.ts'
import { krPipa } from './kr-pipa/kr-pipa.ts'
import { nzPrivacyAct } from './nz-privacy-act/nz-privacy-act.ts'
import type { Regime } from './regime.ts'
import { saPdpl } from './sa-pdpl/sa-pdpl.ts'
import { sgPdpa } from './sg-pdpa/sg-pdpa.ts'
import { strictest } from './strictest/strictest.ts'
import { thPdpa } from './th-pdpa/th-pdpa.ts'
import { trKvkk } from './tr-kvkk/tr-kvkk.ts'
import { ukGdpr } from './uk-gdpr/uk-gdpr.ts'
import { usCaCcpa } from './us-ca-ccpa/us-ca-ccpa.ts'
import { usFederal } from './us-federal/us-federal.ts'
import { usNvNrs603a } from './us-nv-nrs603a/us-nv-nrs603a.ts'
import { alabama } from './us-states/alabama.ts'
import { colorado } from './us-states/colorado.ts'
import { connecticut } from './us-states/connecticut.ts'
import { delaware } from './us-states/delaware.ts'
import { florida } from './us-states/florida.ts'
import { indiana } from './us-states/indiana.ts'
import { iowa } from './us-states/iowa.ts'
import { kentucky } from './us-states/kentucky.ts'
import { louisiana } from './us-states/louisiana.ts'
import { maryland } from './us-states/maryland.ts'
import { minnesota } from './us-states/minnesota.ts'
import { montana } from './us-states/montana.ts'
import { nebraska } from './us-states/nebraska.ts'
import { newHampshire } from './us-states/new-hampshire.ts'
import { newJersey } from './us-states/new-jersey.ts'
import { oklahoma } from './us-states/oklahoma.ts'
import { oregon } from './us-states/oregon.ts'
import { rhodeIsland } from './us-states/rhode-island.ts'
import { tennessee } from './us-states/tennessee.ts'
import { texas } from './us-states/texas.ts'
import { utah } from './us-states/utah.ts'
import { vermont } from './us-states/vermont.ts'
import { virginia } from './us-states/virginia.ts'
import { usWaMhmda } from './us-wa-mhmda/us-wa-mhmda.ts'
import { zaPopia } from './za-popia/za-popia.ts'

/** Every law the service knows: one folder (a file, for a US state like the others), one line. */
export const regimes: readonly Regime[] = [
  strictest,
  gdpr,
  ukGdpr,
  aePdpl,
  arPdpl,
  auPrivacyAct,
  brLgpd,
  caPipeda,
  caQcLaw25,
  chFadp,
  cnPipl,
  ilPpl,
  inDpdp,
  jpAppi,
  krPipa,
  nzPrivacyAct,
  saPdpl,
  sgPdpa,
  thPdpa,
  trKvkk,
  zaPopia,
  usFederal,
  usCaCcpa,
  alabama,
  colorado,
  connecticut,
  delaware,
  florida,
  indiana,
  iowa,
  kentucky,
  louisiana,
  maryland,
  minnesota,
  montana,
  nebraska,
  newHampshire,
  newJersey,
  oklahoma,
  oregon,
  rhodeIsland,
  tennessee,
  texas,
  utah,
  vermont,
  virginia,
  usNvNrs603a,
  usWaMhmda,
]
