// Common given names in the United States, in lower case. Sources: public birth counts (Social Security
// Administration) and census counts, plus immigrant names that these counts miss.

/** Given names that are rarely another word. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
	`aaliyah aaron abdul abdullah abigail abraham ada adam adan addison adela adele adeline aditya adrian adriana adrienne agnes agustin ahmad
ahmed aidan aileen aisha aiyana akira alan alana albert alberta alberto alejandra alejandro alex alexa alexander alexandra alexandria alexei alexis
alfonso alfred alfreda alfredo ali alice alicia alina alisha alison allan allen allison alma alondra alonzo althea alton alvaro alvin alyssa amalia
amanda amar amara amelia amina amir amit amos amy ana anabel anastasia andre andrea andreas andres andrew andy angel angela angelica angelina
angelo angie anika anita anjali ann anna annabelle anne annette annie ansel anthony antoine antoinette antonia antonio anya archie ariana ariel
arjun arlene arman armando arnold arthur arturo arun arvind asha ashley ashton asif astrid aubrey audrey augustin aurora ayana ayesha aziz
bailey barbara barney barry bart basil beatrice beatriz becky belinda ben benedict benito benjamin bennett bernadette bernard bernice bert bertha
bessie beth bethany betsy betty beulah beverly bianca billie billy blanca blanche bob bobbie bobby bonita bonnie boris brad bradley brandon brandy
brayden breanna brenda brendan brenna brent brett brian briana brianna bridget brigitte britney brittany bruce bruno bryan bryant bryce byron caitlin
caleb calvin camila camille candace candice cara carina carl carla carlos carlton carmela carmelo carmen carolyn carrie carson carter cary
casey cassandra cassidy catalina catherine cathy cecelia cecil cecilia cedric celeste celia celina cesar chandra chantal charlene charles charlie
charmaine chelsea cheryl chester chloe chris christa christina christine christopher christy cindy claire clara clarence clarice clarissa
claude claudia claudio clayton clement cleo clifford clifton clint clinton clyde cody colby colette colin colleen connie connor conrad consuelo
cora corey corinne cornelius cornell cory courtney craig cristian cristina curtis cynthia cyril daisuke daisy damian damien damon dan dana
daniel daniela daniella danielle danny dante daphne darcy daria dario darius darla darlene darnell darrell darren darryl daryl dave david davina
dawson dean deandre deanna deanne debbie deborah debra deepak deidre deirdre delia delilah della delores demetrius denis denise dennis
derek derrick deshawn desiree desmond devin devon devonte dexter diana diane dianna diego dimitri dina dinesh dion dionne dmitri dolores domingo
dominic dominique donald donna donnie donovan dora doreen doris dorothea dorothy doug douglas doyle duane duc dustin dwayne dwight dylan earl earlene
ebony ed eddie edgar edith edmund edna eduardo edward edwin edwina efrain eileen elaina elaine elba eleanor elena eli elias elijah elisa elisabeth elise
eliza elizabeth ella ellen ellie elliot elliott ellis elmer eloise elsa elsie elton elvira elvis emanuel emil emilia emilio emily emma emmanuel
emmett enrique eric erica erick erik erika erin ernest ernestine ernesto ervin esmeralda esperanza esteban estela estelle esther ethan ethel
eugene eugenia eunice eva evan evangeline evelyn everett ezekiel ezra fabian fabiola farah farid fatima fatou felicia felipe felix fernanda
fernando fidel fiona fletcher florencio floyd frances francesca francesco francis francisca francisco francois franklin fred freda freddie
freddy frederick fredrick frida gabriel gabriela gabriella gabrielle gail garrett gary gavin gayle gena gene genevieve geoffrey george georgette
georgina gerald geraldine gerard gerardo german gertrude gilbert gilberto gina ginger giovanni gladys glen glenda glenn gloria gordon
graciela graham greg gregg gregor gregory greta gretchen griselda guadalupe guillermo gustavo guadalupe gwen gwendolyn hailey hakim hal hamid
hannah hans hao harlan harold harriet harris harrison harry harvey hasan hassan hattie hayden hazel heather hector heidi helen helena helga henrietta henry
herbert heriberto herman hilary hilda hiram hiroshi ho holly homer horace howard hubert hugh hugo humberto hussein hyun ian ibrahim ida ignacio
igor ike ilana ilene imani imran ines ingrid ira irene irina irma irving irwin isaac isabel isabella isabelle isaiah isaias ishaan ismael ivan
ivonne jacinto jackie jackson jaclyn jacob jacqueline jacquelyn jacques jada jae jaime jake jamal jamar james jameson jamie jan jana jane janelle
janet janette janice janine jared jasmin jasmine jason jasper javier jay jayden jayla jayne jazmin jean jeanette jeanine jeanne jeannette jeannie jeff
jefferson jeffery jeffrey jenna jennie jennifer jenny jerald jeremiah jeremy jermaine jerome jerry jesse jessica jessie jesus jill jillian jim
jimena jin jo joan joann joanna joanne joaquin jocelyn jodi jody joe joel joelle joey johanna john johnathan johnnie johnny jolene jon jonah jonas
jonathan joni jorge jose josefina joseph josephine joshua josiah joyce juan juana juanita judith judy jules julia julian juliana julianne julie
juliet julio julius jung justin justine kai kaitlyn kamal kamala kara karen kari karim karin karina karl karla kassandra kate katelyn katherine kathleen
kathryn kathy katie katrina kavita kayla keisha keith kelley kelli kellie kelly kelsey kelvin ken kendall kendra kendrick kenji kenneth kenny kenya kerry
kevin khadija khalid khalil kieran kim kimberly kira kirk kirsten kofi kourtney krista kristen kristi kristin kristina kristine kristy krystal
kurt kwame kyle lakeisha lakisha lamar lana lara larissa larry latasha latisha latonya latoya laura laurel lauren laurence laurie lavonne lawrence
layla lea leah leandro leanne leigh leila leland lena lenora leo leon leona leonard leonardo leonel leonor leroy lesley leslie lester leticia
levi liam lidia liliana lillian lillie lina linda lindsay lindsey linh lionel lisa liza lloyd logan lois lola lonnie loretta lori lorena lorenzo loretta
lorraine lou louis louisa louise lourdes lucas lucia luciano lucille lucinda lucy luigi luis luisa luke lupe luther luz lydia lyle lynda lynette lynn
lynne mabel mable maceo mackenzie maddie madeline madelyn mae maggie magdalena mahmoud maisie malcolm malia malik mallory mamie mandy manuel mara
marc marcel marcela marcella marcia marcie marco marcos marcus margaret margarita margie margo marguerite maria mariah mariam marian mariana marianne
maribel maricela marie mariela marilyn marina mario marion marisa marisol marissa maritza marjorie marla marlene marlon marsha marta martha
martin martina marty marvin mary maryann masako mathew matilda matt matteo matthew mattie maureen maurice mauricio maxine maya megan meghan mei melanie
melba melinda melissa melody melvin mercedes meredith micah michael micheal michele michelle miguel mikayla mike mikhail mildred milton mindy minh
minnie miranda miriam misty mitchell moses mohamed mohammad mohammed moira mollie molly mona monica monique monte morgan morris moses muhammad
muriel mustafa myra myrna myrtle mytheresa nadia nadine nancy naomi narendra natalia natalie natasha nathalie nathan nathaniel neal ned neha neil nell
nellie nelson neville nguyen nicholas nick nicolas nicole nicolette nikhil nikita nikki nikolai nina noah noe noel noelle noemi nora norbert noreen norma
norman nyla obinna octavia octavio odell odessa ofelia olga olive oliver olivia ollie omar opal ophelia orlando orville oscar osvaldo otis otto
owen pablo paige paloma pam pamela paola patrice patricia patrick patsy patti patty paul paula paulette paulina pauline pearl pedro peggy percy
perla perry pete peter petra phil philip phillip phoebe phyllis pierre polina polly porfirio prakash pranav preston priscilla priya priyanka quentin
quincy quinn rachael rachel rafael raheem rahul raj rajesh ralph ramiro ramon ramona randall randolph randy raquel rashad rashid raul ravi raymond
raymundo rebecca rebekah reggie regina reginald reid rekha rena renata rene renee reuben reyna reynaldo rhoda rhonda ricardo richard rick rickey ricky
rita rob robert roberta roberto robin robyn rochelle rocio roderick rodney rodolfo rodrigo rogelio roger rohan roland rolando roman romeo ron ronald
ronda ronnie roosevelt rosa rosalia rosalie rosalind rosalinda rosanna rosario roscoe roseann roseanne rosemarie rosie roslyn ross roxanne roy ruben ruby
rudolph rudy rufus russell ruth ruthie ryan sabrina sadie said salma salvador salvatore sam samantha samir samira sammy samson samuel sandeep sandra
sandy sanjay santiago santos sara sarah sarai sasha saul savanna scott sean sebastian selena selma serena sergei sergio seth shana shane shanika
shanice shannon shanta sharon shaun shauna shawn shawna sheila shelby sheldon shelia shelley shelly sheri sherman sherri sherrie sherry sheryl shirley
shreya sidney siegfried sierra silas silvia simon simone sofia sonia sonja sonya sophia sophie spencer stacey stacy stan stanley stefan stefanie stella
stephan stephanie stephen steve steven stuart sunil suresh susan susana susanna susanne susie suzanne suzette svetlana sylvia tabitha takeshi tamara
tameka tamara tami tamika tammy tania tanisha tanner tanya tara tariq tasha tatiana tatyana taylor ted terence teresa teri terrance terrell terrence terri
terry tessa thaddeus thanh thelma theodora theodore theresa therese thomas tia tiana tiffany tim timothy tina tobias toby todd tom tomas tommy toni tonia
tony tonya tracey traci tracie tracy travis tremaine trent trevor tricia trina trisha tristan troy trudy tuan ty tyler tyree tyrell tyrone tyson
ursula valentin valentina valeria valerie vanessa vaughn velma vera verna vernon veronica vicente vicki vickie vicky vicente victoria vijay vikram
vince vincent vincenzo viola violet virgil virginie vivian viviana vladimir wallace walter wanda warren wayne wei wendell wendy wesley whitney
wilbert wilbur wilfred wilhelmina willa willard william willie willis wilma wilson winifred winston xavier ximena xiomara yadira yan yasmin yasmine
yesenia yolanda yoshiko yousef ysabel yuki yuri yusuf yvette yvonne zachary zachery zainab zara zelda zoe zoila zoltan tavish tamsin penelope bartholomew rosamund
geraldo lupita paco pepe chuy beto memo chucho nacho concepcion consuelo dolores refugio ignacia ezequiel jacobo heriberta anselm anselmo
chidi chinedu chioma emeka femi folake ifeoma kwabena kwesi ngozi nkechi obi olu segun tunde uche yaw amadou mamadou moussa oumar fatoumata aminata
ananya deepa divya gaurav harpreet gurpreet jaspreet kiran lakshmi manish meera nisha pooja rakesh ramesh rohit sachin shanti shivani sita sundar usha vivek
bao chau dung hien hoa hung huong khanh lan lien loan long mai ngoc nhung phong phuong quang thao thi thuy trang trinh tuyet xuan yen
jiho jisoo minho minji seojun sunhee youngsoo haruki kazuo keiko kenta midori naoko satoshi yumi jing ling xiao yifan zhang wenjie
anneliese dieter fritz gunther heinrich helmut jurgen klaus ulrich wolfgang astrid bjorn gunnar ingeborg lars magnus nils sven
agnieszka andrzej bogdan casimir grzegorz jadwiga kazimierz krzysztof malgorzata marek piotr stanislaw tomasz wojciech zbigniew zofia
alyona anatoly arkady galina gennady larisa ludmila nadezhda natalya oksana oleg olena pavel ruslan sergey taras vadim valery viktor vitaly yevgeny
aram armen arpine gayane hovhannes karapet nazik abbas amal bilal dalia faisal hana hiba huda iman jamila khaled laila leyla majid maryam mona nabil nadir noor
omid parisa rania reza saeed salim samer sami sana shirin tarek walid yasir youssef zahra ziad`.split(/\s+/),
)

/** Given names that are also words, months, places or verbs. They need a surname, or a role before them. */
export const AMBIGUOUS_GIVEN_NAMES: ReadonlySet<string> = new Set(
	`april angel art august austin autumn bill blake brad brook brooke brooklyn candy carol caroline carolina chad charity charlotte chase chance christian
christie clay cliff crystal dale dakota dallas dawn destiny don drew earnest eve faith florence forest frank gay gene georgia grace grant guy harmony
heath hope houston hunter iris israel ivy jack jade jasper jersey jewel jordan josh joy juan jude june justice king kit lance lane lee lily
mack madison marc mark marshall mason mat max may mercy miles mitch nan nat olympia page paris parker pat penny phoenix precious prince queen rain ray
reed rex rich robin rocky rod rose rusty sage savannah sergeant sky sterling sue summer sydney tanner temple trinity trust tucker van victor virginia wade
warner webb wes will woody york zion said long lien loan memo hung lan tan son sung hang ping man sang song ting refugio usher mona sunny my duke ever ray jean dean gail noel hilton delta dong gay kit lie marina olive`.split(
		/\s+/,
	),
)
