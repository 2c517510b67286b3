/** Given names that are also words, months, places or verbs. They need a surname, or a role before them. */
export const AMBIGUOUS_GIVEN_NAMES: ReadonlySet<string> = new Set(
	`achilles aegis angel april aquila argyle art august augustine austin autumn axel bambi bill bin blake booker brad brook brooke brooklyn buck bud buddy
burgess cambria candy carol carolina caroline cato chad chance chandler charity charlotte chas chase chastity cherry cheyenne chip christian christie chuck
claudius clay cleveland cliff clovis columbus coral coy crystal dakota dale dallas dao dawn dean delta denver deon destiny dev devan diamond dimple divine
dixie dolly don dong drew duke earnest eden electra emerald emory eve ever faith fanny fay fern flor flora florence florian forest frank freeman gage gail
gaius gale garland gay gene genesis genie gent georgia glory grace grant granville guy hai halcyon hang hank hannibal harmony haven heath heaven herb hilton
hong honor honora hope houston howell hudson hung hunter hyacinth iris israel ivory ivy jack jade january jasper jean jericho jersey jewel jimmy joon jordan
josh joy juan jude jun june junior juno justice kane king kit lan lance lancelot lane lee leviticus lie lien lilly lily lincoln linden loan loc london long
love lyric mack madison magnolia man maple marc marin marina mark marlow marquise marshall marvel mason mat maverick max may memo mercy merry meta mickey
milan miles ming miracle mitch mona montague montana montgomery murphy my nam nan nash nat newton noble noel norris nova ola olive olympia omega ovid page
paisley palmer paris parker pat patience penny peregrine pharaoh phoenix pierce ping piper pius pleasant plutarch pompey porter precious prem primrose prince
princess prosper prudence ptolemy queen queenie rain raleigh ransom raven ray reed refugio remington rex rich river robin rocky rod rose rowan royal rusty
saffron sage said sal sang savannah scarlett season seneca sergeant shan shay shiloh shu skip sky slade socrates son song sonny sparkle spring stanton star
sterling storm sue sultan summer sunday sung sunny sunshine sydney tad tam tan tanner tate temperance temple than thor tin ting tiny titania titus tory trace
trenton trinidad trinity trust tucker turner unity upton urban usher val valentine van vance ventura venus victor virginia wade walker wally wan warner webb
wes will willow winter woody xin york young yuan yun zeno zephyr zeus zion`.split(/\s+/),
)

/** Surnames that are also common words: weak evidence in lower case or alone. */
export const AMBIGUOUS_SURNAMES: ReadonlySet<string> = new Set(
	`an austin bach baker ball banks bar bass bath bean beard beaver bedford bell belt bent berlin berry best best's birch bird birmingham bishop black bliss
block bloom blue boles bolt bond bone borders boston bottoms bounds bowers box branch brand brewer bright brooks brothers brown buck buckner bunch bundy
burden burns bush butcher butler call camp cannon card carpenter carrier case cash cave chambers champion chandler chase cheek cherry chew cho christian
church clay cleveland clinton close cloud coats coffey combs comer concepcion conway cook cooks cornish cotton couch counsel counts court coward craft crane
crook cross crow crum cutler daily dale dallas darden darling day deal dean dell dick diehl dill do dodge doll doss dove dover downing drake draper drew
driver duke dukes dye eagle earl east easterling eddy edge elder england english estes fagan fair farmer fay fell field fields fife finch fink fish fisher
flagg flint flood florence flowers ford foreman fort forte fortune foss fox frame frank freed freeman french friend frost gable gage gallant gamble gardner
garland gates gay georgia german gill glass gold golden good grace graves gray green grey grimes gross grove guy hale hall ham hammer han hand handley handy
harden harding hardy harness harp hart hastings hatch hawk hazel he heard heath heck helm herald hess hicks hill hilton ho holder holiday holly hood hook
hooks hope horn horne house houston hull hunt hunter hurd hurt hyde ireland israel ivy jack jackson james jasper jay jean jefferson jewell john jolly judge
justice keen kent key keys king king's kitchen knight knox lake lamb lance land lane lang lash law le leach lemon lemons light lilly lim lincoln link little
lively london long looney lord love low luke ly lyons ma mace mack macon madison mai main majors mann manning marble march marin marsh marshall mason mast
masters may means mercer merchant milan miles miller mills miner minor monk moody moon moses moss mount mull muse nash newton nickel nix noble north nutter
oh orlando pace packer paddock pagan page painter paris parish park parks partridge pass pastor paul peak pearl peek pence peoples pepper person petty pike
piper pitts platt pleasant plummer pond pool poole pope porter post potter potts pound power powers prater price priest prince quick rains ransom ray reed
register reid revels rice rich richardson richmond riddle rider ring rivers roach rock roller roman root rose rowan royal ruby ruff rush rusk rust sage
salmon sand sands savage scales seal seals seaman self sellers sessions settle shank sharp sheets shell shields shipp shoemaker shook shore shores short
shorter showers silva singer singleton sisk slack slade slaughter small smart snow so song spangler sparks speaks spear spence squires stack stamps stanford
staples stark starling steel stern steward stiles still stock stockton stone storm story stout strand street strong stubbs stump sturgeon styles summers sun
swan swank sweat sweeny sweet swift tanner teal temple the thorn thrasher titus to townes towns trinidad trout true turk tyler urban valentine van ventura
vest victor vines virginia wade walker wall walls ward warden ware washington waters watts weathers weed weeks wells west white wick wilds windsor wing
winter winters wise wood wooden woods woody workman worth worthy wren york young zeller`.split(/\s+/),
)
