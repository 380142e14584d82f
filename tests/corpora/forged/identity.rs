//! Files that speak of another thing than those beside them: other samples, pairs of languages, judgments.

use std::collections::BTreeMap;
use std::path::PathBuf;

use runner::corpus::model::{Corpus, Texts};
use runner::formats::read;
use runner::formats::source::{
    AppraiseSource, CorpusFormat, MqmRaters, MqmSource, NistSource, PearmutSource, SamplesSource,
    TableSource, WmtJsonlSource,
};

use super::Caught::{Failed, Missed, Noted, Refused, Warned};
use super::texts::lines;
use super::{Kind, Numbers, Said, write_file};

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "a log of samples, other inputs",
        forge: |corpus, rate, seed| {
            logs(corpus, rate, seed, |line| line.replace("\"q\": \"Q", "\"q\": \"Other Q"))
        },
        caught: [Failed; 4],
    },
    Kind {
        name: "a log of samples, other targets",
        forge: |corpus, rate, seed| {
            logs(corpus, rate, seed, |line| line.replace("\"T", "\"Other T"))
        },
        caught: [Failed; 4],
    },
    Kind {
        name: "a log of samples, another filter",
        forge: |corpus, rate, seed| {
            logs(corpus, rate, seed, |line| line.replace("\"none\"", "\"strict\""))
        },
        caught: [Warned; 4],
    },
    Kind {
        name: "a log of samples, another score",
        forge: |corpus, rate, seed| {
            logs(corpus, rate, seed, |line| line.replace("exact_match", "acc"))
        },
        caught: [Warned; 4],
    },
    Kind {
        name: "a log of samples, no score",
        forge: |corpus, rate, seed| {
            logs(corpus, rate, seed, |line| {
                line.replace(": 1}", ": NaN}").replace(": 0}", ": NaN}")
            })
        },
        caught: [Warned; 4],
    },
    Kind {
        name: "a log of inspect, other inputs",
        forge: |corpus, rate, seed| {
            inspected(corpus, rate, seed, |sample| sample.replace("\"Q", "\"Other Q"))
        },
        caught: [Failed; 4],
    },
    Kind {
        name: "a log of inspect, other targets",
        forge: |corpus, rate, seed| {
            inspected(corpus, rate, seed, |sample| sample.replace("\"T", "\"Other T"))
        },
        caught: [Failed; 4],
    },
    Kind {
        name: "Appraise, rows of another language pair",
        forge: |corpus, rate, seed| {
            appraise(corpus, rate, seed, |row| row.replace(",deu,", ",ces,"))
        },
        // A file of nothing but them is a campaign in that pair.
        caught: [Failed, Failed, Failed, Missed],
    },
    Kind {
        name: "Appraise, a judgment twice",
        forge: |corpus, rate, seed| {
            appraise(corpus, rate, seed, |row| format!("{row}{}", row.replace(",70,", ",20,")))
        },
        // The last one counts: most are corrections.
        caught: [Noted, Noted, Noted, Failed],
    },
    Kind {
        name: "Pearmut, items of another language pair",
        forge: |corpus, rate, seed| pearmut(corpus, rate, seed),
        caught: [Failed, Failed, Failed, Missed],
    },
    Kind {
        name: "JSON lines, segments of another language pair",
        forge: |corpus, rate, seed| json_lines(corpus, rate, seed),
        caught: [Failed, Failed, Failed, Missed],
    },
    Kind {
        name: "SGML, a file in another language",
        forge: |corpus, rate, _| sgml(corpus, rate),
        caught: [Refused; 4],
    },
    Kind {
        name: "MQM, an error twice",
        forge: |corpus, rate, seed| mqm(corpus, rate, seed, |row| row.repeat(2)),
        caught: [Warned; 4],
    },
    Kind {
        name: "MQM, a rater with a capital",
        forge: |corpus, rate, seed| {
            mqm(corpus, rate, seed, |row| row.replace("\tann\t", "\tAnn\t"))
        },
        // In a file of nothing but it, it is a name like another.
        caught: [Warned, Warned, Warned, Missed],
    },
    Kind {
        name: "a table, rows of another language pair",
        forge: |corpus, rate, seed| table(corpus, rate, seed),
        // A column that the corpus does not name is not read.
        caught: [Missed; 4],
    },
];

/// What is said of files.
fn said(format: &CorpusFormat, files: &[(&str, String)]) -> Said {
    let folder = tempfile::tempdir().expect("can be made");
    for (name, content) in files {
        write_file(folder.path(), name, content);
    }
    let loaded = read("made", format, folder.path()).map_err(|error| error.to_string())?;
    Ok(loaded.warnings)
}

/// Texts of a reference and of a system, of which no format has another way to write them.
fn texts(corpus: &Corpus) -> (Vec<String>, Vec<String>) {
    let plain = |texts: &Texts| {
        let lines = lines(texts).into_iter();
        lines.map(|text| text.replace(['&', '<', '"', '\\', '\t'], " ")).collect()
    };
    (plain(&corpus.references[0].texts), plain(&corpus.systems[0].texts))
}

/// One line per segment, of which a share is changed.
fn changed(
    corpus: &Corpus,
    rate: f64,
    seed: u64,
    line: impl Fn(usize) -> String,
    change: impl Fn(&str) -> String,
) -> Vec<String> {
    let mut lines: Vec<String> = (0..corpus.segment_count()).map(line).collect();
    for at in Numbers::new(seed).places(lines.len(), rate) {
        lines[at] = change(&lines[at]);
    }
    lines
}

/// Logs of two models by lm-evaluation-harness, of which one is forged.
fn logs(corpus: &Corpus, rate: f64, seed: u64, change: fn(&str) -> String) -> Said {
    let line = |id: usize| {
        format!(
            "{{\"doc_id\": {id}, \"doc\": {{\"q\": \"Q{id}\"}}, \"target\": \"T{id}\", \"arguments\": \
             {{\"gen_args_0\": {{\"arg_0\": \"Q{id}\"}}}}, \"resps\": [[\"answer {id}\"]], \"filtered_resps\": \
             [\"answer {id}\"], \"filter\": \"none\", \"metrics\": [\"exact_match\"], \"exact_match\": {}}}\n",
            id % 2
        )
    };
    let log = |rate| changed(corpus, rate, seed, line, change).concat();
    let names = ["a/samples_qa_1.jsonl", "b/samples_qa_1.jsonl"];
    let source =
        SamplesSource { files: names.map(PathBuf::from).into(), tasks: None, texts: false };
    said(&CorpusFormat::Samples(source), &[(names[0], log(0.0)), (names[1], log(rate))])
}

/// Logs of two models by inspect, of which one is forged.
fn inspected(corpus: &Corpus, rate: f64, seed: u64, change: fn(&str) -> String) -> Said {
    let sample = |id: usize| {
        format!(
            "{{\"id\": {id}, \"epoch\": 1, \"input\": \"Q{id}\", \"target\": \"T{id}\", \"messages\": [], \
             \"output\": {{\"model\": \"m\", \"choices\": [], \"completion\": \"answer {id}\"}}, \"scores\": \
             {{\"match\": {{\"value\": \"{}\"}}}}}}",
            ["C", "I"][id % 2]
        )
    };
    let log = |model: &str, rate| {
        let samples = changed(corpus, rate, seed, sample, change);
        format!(
            "{{\"version\": 2, \"status\": \"success\", \"eval\": {{\"task\": \"qa\", \"model\": \"{model}\", \
             \"dataset\": {{\"name\": \"d\", \"samples\": {}}}}}, \"plan\": {{}}, \"samples\": [{}]}}\n",
            samples.len(),
            samples.join(", ")
        )
    };
    let names = ["a.json", "b.json"];
    let source =
        SamplesSource { files: names.map(PathBuf::from).into(), tasks: None, texts: false };
    said(
        &CorpusFormat::Samples(source),
        &[(names[0], log("one", 0.0)), (names[1], log("two", rate))],
    )
}

/// A campaign of Appraise with one system and a document per segment.
fn appraise(corpus: &Corpus, rate: f64, seed: u64, change: fn(&str) -> String) -> Said {
    let row = |id: usize| {
        let start = 100 * id;
        format!("ann,X,{},TGT,eng,deu,70,d{id},False,[],{start},{}\r\n", id + 1, start + 20)
    };
    let rows = changed(corpus, rate, seed, row, change).concat();
    let source = AppraiseSource { files: vec!["e.csv".into()], ..AppraiseSource::default() };
    said(&CorpusFormat::Appraise(source), &[("e.csv", rows)])
}

/// A log of Pearmut, of which a share is of another language pair.
fn pearmut(corpus: &Corpus, rate: f64, seed: u64) -> Said {
    let submission = |id: usize| {
        format!(
            "{{\"annotation\": [{{\"X\": {{\"score\": 50, \"error_spans\": []}}}}], \"item\": [{{\"item_id\": \
             \"en-de_#_talk_#_d{id}_#_0\", \"src\": \"one\", \"tgt\": {{\"X\": \"eins\"}}}}], \"actions\": \
             [{{\"time\": 1.5}}, {{\"time\": 11.5}}], \"user_id\": \"ann\", \"item_i\": {id}}}\n"
        )
    };
    let log = changed(corpus, rate, seed, submission, |line| line.replace("en-de_#_", "en-cs_#_"));
    let source = PearmutSource { files: vec!["log.jsonl".into()], ..PearmutSource::default() };
    said(&CorpusFormat::Pearmut(source), &[("log.jsonl", log.concat())])
}

/// A test set of WMT, of which a share is of another language pair.
fn json_lines(corpus: &Corpus, rate: f64, seed: u64) -> Said {
    let (references, systems) = texts(corpus);
    let segment = |id: usize| {
        format!(
            "{{\"doc_id\": \"en-de_#_news_#_d.{id}\", \"domain\": \"news\", \"src_lang\": \"en\", \"tgt_lang\": \
             \"de\", \"src_text\": \"One.\", \"refs\": {{\"refA\": {{\"ref\": \"{}\"}}}}}}\n",
            references[id]
        )
    };
    let other = |line: &str| line.replace("en-de_#_", "en-cs_#_").replace("\"de\"", "\"cs\"");
    let set = changed(corpus, rate, seed, segment, other).concat();
    let output = |id: usize| {
        format!("{{\"doc_id\": \"en-de_#_news_#_d.{id}\", \"hypothesis\": \"{}\"}}\n", systems[id])
    };
    let outputs = changed(corpus, rate, seed, output, other).concat();
    let source = WmtJsonlSource {
        test_set: Some("set.jsonl".into()),
        systems: vec!["out".into()],
        ..WmtJsonlSource::default()
    };
    said(&CorpusFormat::WmtJsonl(source), &[("set.jsonl", set), ("out/X.jsonl", outputs)])
}

/// A reference and two systems, of which one says that it is in another language.
fn sgml(corpus: &Corpus, rate: f64) -> Said {
    let set = |kind: &str, name: &str, texts: &Texts, language: &str| {
        let segments = (1..).zip(lines(texts));
        let segments = segments.map(|(id, text)| {
            format!("<seg id=\"{id}\">{}</seg>\n", text.replace(['&', '<'], " "))
        });
        let segments: String = segments.collect();
        format!(
            "<{kind} setid=\"s\" srclang=\"en\" trglang=\"{language}\">\n<doc sysid=\"{name}\" docid=\"d\">\n\
             {segments}</doc>\n</{kind}>\n"
        )
    };
    let language = if rate > 0.0 { "cs" } else { "de" };
    let source = NistSource {
        source: None,
        references: vec!["ref.sgm".into()],
        systems: vec!["a.sgm".into(), "b.sgm".into()],
        decode_entities: true,
    };
    let files = [
        ("ref.sgm", set("refset", "ref", &corpus.references[0].texts, "de")),
        ("a.sgm", set("tstset", "a", &corpus.systems[0].texts, "de")),
        ("b.sgm", set("tstset", "b", &corpus.systems[1].texts, language)),
    ];
    said(&CorpusFormat::Nist(source), &files)
}

/// Errors that a rater found, one per segment.
fn mqm(corpus: &Corpus, rate: f64, seed: u64, change: fn(&str) -> String) -> Said {
    let row = |id: usize| {
        let id = id + 1;
        format!(
            "X\td\t{id}\t{id}\tann\tone {id}\t<v>eins</v> {id}\tAccuracy/Mistranslation\tMajor\n"
        )
    };
    let rows = changed(corpus, rate, seed, row, change).concat();
    let heading = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n";
    let source = MqmSource {
        files: vec!["mqm.tsv".into()],
        references: None,
        weights: BTreeMap::new(),
        raters: MqmRaters::Separate,
        quoted: false,
    };
    said(&CorpusFormat::Mqm(source), &[("mqm.tsv", format!("{heading}{rows}"))])
}

/// A table with a column of language pairs, of which a share is another one.
fn table(corpus: &Corpus, rate: f64, seed: u64) -> Said {
    let (references, systems) = texts(corpus);
    let row =
        |id: usize| format!("en-de\td{id}\t1\tone {id}\t{}\t{}\n", references[id], systems[id]);
    let rows = changed(corpus, rate, seed, row, |row| row.replace("en-de", "en-cs")).concat();
    let name = |name: &str| Some(name.to_owned());
    let source = TableSource {
        path: "t.tsv".into(),
        document: name("doc"),
        segment: name("id"),
        source: name("en"),
        references: vec!["ref".to_owned()],
        systems: vec!["A".to_owned()],
        ..TableSource::default()
    };
    said(&CorpusFormat::Table(source), &[("t.tsv", format!("lp\tdoc\tid\ten\tref\tA\n{rows}"))])
}
