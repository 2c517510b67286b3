/** Old, biblical and rare given names, missing from the census lists of common names. */
export const RARE_GIVEN_NAMES: readonly string[] =
	`abdiel abednego abelard abiah abigael abijah abimbola abner absalom achilles adalbert adaeze adebayo adelaida adelbert adelheid adelia adeline
adolphus adonijah adria aegis aelred aeneas agamemnon agnieszka ahab ahmose aidoo aisling akinyi aksel alaric alasdair alastair alberic albertine alcides
aldous aldric aleister aleksy alette alfonse alfreda algernon alistair aloisia alois aloysius alphonsine alphonso althea alvah alvaro alwyn amadeo amadeus amalia
amarachi amaranta ambrose ambrosia amelie amias aminata amos anaximander anastazia ancel andronicus aneurin angharad aniceto anneliese annelise annika anselm
ansgar antal anthea antigone antonin anzhelika apollonia apolonia aquila araminta archibald ardis aretha argyle ariadne aristotle arkady armand arminda
arnulfo artemis artemisia arthemise arturo arvid arvo asenath ashby astrid athanasios atticus aubin audley august augustin augustina augustine augusto aurelia
aurelian aurelio aurelius avigail axel ayotunde azariah azucena balthasar balthazar baltasar baptiste barnabas barnaby bartholomew bartleby bartosz basil
bastian bathsheba beatrix beauregard bede belinda benedetta benedict benedikt benigno berenice berit bernadine bernard berthold bertrand bettina birgit
birgitta blaise blanca bogdan boniface boris boudica boyce branimir branwen brendan brigid brigitta bronislaw bronislava bronwen brunhilde bruno brynhild
burchard burgess cadmus cadwallader caius caleb calista calixto calliope callum calpurnia cambria camillus candelario canute caradoc carlotta carsten casimir
caspar cassandra cassian cassius casper cato catriona cecily cedric celestina celestine celestino celine cerys chaim chaya cheikh chiamaka chibuzo chidi
chidubem chika chinedu chinonso christabel christoph chrysanthe ciaran cicely cillian clarabelle clarissa claudius clea clement clementina clementine cleon
cleopatra clothilde clotilde clovis columba conan conceicao concepcion conrad constantin constantina constantine cordelia corentin corin corinna cormac
cornelia cornelis cornelius cosima cosimo cosmo crescencia crispin cressida cuauhtemoc cuthbert cyprian cyrano cyril cyrus czeslaw dacian dagmar dagny
dagobert damaris damaso damian daphne darius dashiell davor dedrick deirdre delphina delphine demelza demetria demetrius denzil deodato desdemona desmond
detlef didier dieudonne diggory dilwyn dimitrios dinah dionisio dionysius dmitri domenica domenico dominik domitila donatella donato donovan dorcas dorothea
drusilla duarte duncan dunstan ebenezer eberhard ebubechukwu ebun edda edgardo edmund edouard edwige effie efthimia egbert egidio eglantine ehud eilidh
eirik ekaterina elchanan eleazar electra eleftheria eleuterio elias eligio elihu elimelech eliphalet elisabetta elisheva elkanah ellington elmo eloise elpidio
elsbeth elspeth elwyn emeka emeric emerentia emiliana emilio emmeline emmerich encarnacion endre engelbert enid ephraim epifanio erasmo erasmus ermengarde
ernestina ernst erzsebet esau esiason esperanza estanislao esther ethelbert ethelind etienne eudora eufemia eugenio eulalia eulalio eunice euphemia euphrasia
eusebio eustace eustacia evadne evander evangelina evangeline evaristo everard ewald ezekiel ezra fabian fabiola fabrizio faustina faustino febronia fedor
feliciano felicitas felicity felix feodor ferdinand fergus ferenc fidel fidelia filippo finbar finnbar finnegan fiora fiorella fionnuala fitzgerald flavia
flavio florentina florentino florian floribeth folasade fortunato francisca frederika fredegund friedhelm friedrich fulgencio fulgence gabor gaetano gaius gaspar
gaspard gaston gauthier gavril gawain gebhard genaro genevieve genoveva geoffroy georgette georgiana geraint gerda gerhard gerlinde germaine gershom gertraud
gervase gesine giacomo gianluca gideon gilberte gilda gillian gioacchino giordano giorgos giovanna giselle gisela giuliana giulio glenys godfrey godiva golda goldie
goran gottfried gottlieb graciela granville grazyna gregor gretchen griselda grizel grzegorz guadalupe gudrun guido guillem guillermina guinevere gundula gunnar
gunther gustaf gustav gustavo gwendolen gwendolyn gwenllian hadassah hadrian hagar haldor halcyon halina hallvard hamish hannelore hannibal harald harbhajan hardeep
harriet hartmut hatshepsut havelock hector hedda hedwig hedy heike heinrich helga helmut hephzibah hepzibah herbert hercules hermann hermia hermione hermogenes
hernando hesper hester heywood hieronymus hilario hilarion hilary hildegard hildegarde hildred hiram hjalmar holger homer honora honorato honoria horace horacio horatia
horatio hortense hortensia hosea howell hroswitha hubert hubertus huldah humbert humberto humphrey hyacinthe ianthe ibrahima ichabod idris iekeliene iesha ifeanyi
ifeoma ignace ignacio ignacy ignatius ignatz igor ikechukwu ilse ilya imelda imogen imogene indalecio inga ingeborg ingemar ingmar ingram ingrid inigo
iolanthe iona iphigenia irenaeus irina irmgard isadora isambard iseult ishmael isidor isidora isidore isidoro isolde istvan itzhak itzel ivar ivo izabela jabez
jacinta jacinto jacobus jadwiga jael jairo janusz japheth jarek jaroslav jaroslaw jascha jasper jebediah jedediah jedidiah jehoshaphat jemima jenaro jephthah jeremias
jericho jerzy jethro joab joachim joanna joaquim jobst jocasta jochen joffrey johannes jolanta jonas jonathon joost jorgen josephat josephus josette josiah jotham jovita
jozef jubal judah judoc julianna julitta junia junius juno justina justinian justus juvenal kajetan kalliope karel karol kasimir kasper katarzyna katinka kazimierz
kazuko keziah kezia khadija khalil kiril klaus klemens kofi konrad konstantin konstantinos kornelia krystyna krzysztof kunigunde kwabena kwadwo kwaku kwame kwasi
lachlan ladislav laertes lajos lambert lancelot laszlo laureano laurentius lavinia lazarus lazaro leander leandra leandro lech leif lemuel leocadia leonhard leonid
leonidas leonie leonor leontine leontyne leopold leopoldo leopoldine leszek letitia lettice levi leviticus libuse liesel lieselotte linnea linus lionel liselotte
llewellyn llywelyn loredana lorcan lorelei lorenz lothar lotte lubomir luca lucasta lucian luciano lucien lucille lucinda lucio lucjan lucretia lucrezia
ludmila ludovic ludovico ludwig ludwik luisa lukas lutetia luther lutz lydia lysander lysandra lysistrata macarius macdara maddalena magdalena magdalene magnus mahalia
mahlon mairead makeda malachi malachy malcolm malgorzata malvina mamadou manfred manoah manon manuela marcellus marcelline marcin marek margarethe margery margit
marguerite marietta mariska marius marjolein marlow marmaduke marsilio martha martina marzena mathilda mathilde mathurin matilda mattathias matthias maude mauricette
maurizio maximilian maximiliano maximilien maximus mechthild mehetabel mehitabel melchior melchizedek melchor melisande melvina mercutio merewen meriwether merlin
methuselah micah michaela michaelangelo michal mieczyslaw mikael miklos mildred millicent milos miloslav minerva miriam miroslav modesto modestus mohandas moira montague
montgomery mordecai morgana moritz morwenna moses mungo muriel myfanwy myron nadezhda nahum naphtali napoleon narcisa narciso narcissa natasha natividad nathaniel nazario
nebuchadnezzar nehemiah neoma nepomuk nereida nereo nestor nevena niamh nicanor nicodemus nicolae nicomedes nikolai nikolaus ninian noemi norbert norberto nuala obadiah
oberon octavia octavian octavio octavius odalys odette odile odin odysseus olaf olga olivier olumide olympe olympia oluwaseun omphale ondine onesimus onofre ophelia
orestes orfeo orion orla orlando orpha orsolya oscar osgood osric ossian oswald oswaldo oswin ottavia ottavio ottilia ottilie ottmar otto ottokar ottoline ovid
oyin ozias paavo padraig padraic palladia paloma pamphile pancho pandora panagiotis pantelis paraskevi parthenia parvati pascal pascale pasquale patrizia paulino
peder pelagia penelope percival peregrine perpetua perseus petronella petronila petronilla petroula petula phaedra pharaoh phebe philander philibert philippa philippe
philo philomena phineas phinehas phoebe phyllida pierangela pieter pilar pius placido plutarch pocahontas polycarp polyxena pompey porfirio portia poul praxedes
priam primitivo primrose prisca priscilla prospero prosper prudencio przemyslaw ptolemy purvis pythagoras quentin quincy quirino quirinus quintilian quintus rachele
radomir radoslav rafaela rafal raimund rainer ramiro randolf ransom raoul raphael raphaela rasmus rastus rebekah regulo reinhard reinhilde reinhold renate renato renatus
reuben rhiannon rhoda rhonwen rigoberta rigoberto rikard robustiano rocco roderic roderick roderigo rodolfo rodrigo rogelio roland rolando rolf romain romilda rommel
romulo romulus ronan rosalba rosalind rosalinda rosaline rosamond rosamund rosaura roscoe roswitha rowena roxana rudolf rudolph rudyard rufus rupert rupertus rurik
ruslan rutger ruthven sabas sabina sabino sacheverell saffron salome salvatore salvator samson sancho santiago sapphira saoirse saskia saturnina saturnino savannah
scheherazade sebastian sebastiano sebastien segismundo selma semyon seneca septimus serafin serafina seraphina serapio sergei sergius sertorio severin severina severino severo
severus seymour shadrach sheherazade shem shlomo siegfried siegmund sieglinde sigfrid sigismund sigmund sigourney sigrid sigurd silas silvan silvana silvanus silverio silvestre
simeon simone siobhan sixtus socorro socrates solange soledad solomon solveig sophronia sophus spiridon spyridon stanislas stanislaus stanislav stanislaw stavros stefania
steffen stellan sunniva susannah svetlana swithin sybil sylvain sylvester tabitha tacitus tadeusz taliesin tamar tamas tamerlane tamsin tancred tancredo tarquin tatiana tavish
telemachus telesforo temperance teodora teodoro teofilo terence tertius tewodros thaddeus thaddaeus thais thecla thelonius thelonious theobald theodora theodore theodoric
theodosia theophila theophilus theresia therese thisbe thomasin thomasina thor thora thorbjorn thorvald thucydides thurlow thurston thyra tiberius tiburcio timon timotheus
tirzah titania tobias tobiah tobin torquil torsten toussaint tranquilino tristan tristram trixie truman tsegaye tunde turlough tybalt tycho ubaldo uchenna ugo ulf ulises
ulrica ulrich ulrika ulrike ulysses umberto upton urania urbano uriah uriel urias ursula ursule ursulina uther uwe uzziah valborg valdemar valentin valentina valentine
valentino valeria valerian valeriano valery vashti vasco vasil vasile vasiliki vasily vaughan venancio venedict verena verity veronika veronique vespasian vespera viacheslav
vicenta vicente victorine vidal viktoria vilhelm vilma vincenza vincenzo viola violeta violette virgil virgilio virginie vitalis vito vittoria vittorio vivienne vladimir vladislav
vlad vojtech volodymyr vsevolod waclaw walburga waldemar waldo walburg waltraud wendelin wenceslas wenceslaus wendell wenzel werner werther wilfred wilfreda wilfrid wilhelm
wilhelmina willard willem willibald willoughby winfield winifred winnifred winthrop wladyslaw wojciech wolfgang wolfram woodrow wulfric xanthe xanthippe xavier xerxes ximena
xiomara yannick yaroslav yevgeny yiannis yitzhak yolanda yorick ysolde yuliya yvaine yves zacarias zaccheus zachariah zachary zadok zbigniew zdenek zdenka zebadiah zebedee
zebulon zechariah zedekiah zelda zelia zenaida zenobia zenon zephaniah zephyr zephyrine zerubbabel zeno zeus zillah zinaida zipporah zita zofia zoltan zuleika zuzana zuzanna zygmunt`.split(
		/\s+/,
	)

/** Rare given names that are also words or famous names: alone they are not a match. */
export const AMBIGUOUS_RARE_NAMES: readonly string[] =
	`achilles aegis aquila argyle atticus august augustine august axel basil benedict bruno burgess cambria cato claudius clement clovis constantine
cyrus duncan electra esther felicity felix florian gaius gideon granville halcyon hannibal harriet hector hercules homer hilary honora hubert jasper jericho juno
lancelot levi lionel luther magnus malcolm marlow maude merlin micah miriam montague montgomery moses napoleon nestor odin olympia orion orlando oscar oswald otto ovid
pandora pascal paloma peregrine pharaoh pius plutarch pompey portia primrose prosper ptolemy quincy ransom rufus salome saffron samson santiago savannah seneca seymour simone
socrates solomon soledad temperance thor titania truman ulysses upton valentine verity viola violette virgil waldo willard xavier zephyr zeno zeus roland rupert sterling
sebastian leviticus effie golda ezra howell esau titus`.split(/\s+/)
